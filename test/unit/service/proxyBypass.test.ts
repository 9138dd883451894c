import assert from "node:assert/strict";
import { isBypassed } from "../../../src/service/proxyChoice";

describe("isBypassed", () => {
  const exempt: [entry: string, hostname: string, port?: number][] = [
    ["*", "service.bank"],
    ["service.bank", "service.bank"],
    [" Service.Bank ", "service.bank"],
    ["bank", "service.bank"],
    [".bank", "service.bank"],
    ["*.bank", "service.bank"],
    [".service.bank", "service.bank"],
    ["service.bank.", "service.bank"],
    ["service.bank:8443", "service.bank", 8443],
    ["b\u00fccher.de", "api.xn--bcher-kva.de"],
    ["10.1.2.3", "10.1.2.3"],
    ["10.1.2.3:443", "10.1.2.3"],
    ["10.0.0.0/8", "10.1.2.3"],
    ["2001:db8::1", "[2001:db8::1]"],
    ["2001:DB8:0::1", "[2001:db8::1]"],
    ["[2001:db8::1]", "[2001:db8::1]"],
    ["[2001:db8::1]:443", "[2001:db8::1]"],
    ["2001:db8::/32", "[2001:db8::1]"],
  ];
  for (const [entry, hostname, port = 443] of exempt) {
    it(`exempts ${hostname}:${port} by ${entry} (PROXY-01)`, () => {
      assert.equal(isBypassed(["other.example", entry], hostname, port), true);
    });
  }

  const proxied: [entry: string, hostname: string, port?: number][] = [
    ["", "service.bank"],
    [".", "service.bank"],
    ["ervice.bank", "service.bank"],
    ["service.bank", "service.bank.evil"],
    ["api.service.bank", "service.bank"],
    ["service.bank:8443", "service.bank", 443],
    ["10.1.2", "10.1.2.3"],
    ["2.3", "10.1.2.3"],
    ["10.0.0.0/8", "11.1.2.3"],
    ["10.0.0.0/33", "10.1.2.3"],
    ["10.0.0.0/x", "10.1.2.3"],
    ["10.0.0.0/8", "service.bank"],
    ["0.0.0.0/0", "[2001:db8::1]"],
    ["2001:db8::2", "[2001:db8::1]"],
    ["[2001:db8::1]:8443", "[2001:db8::1]", 443],
  ];
  for (const [entry, hostname, port = 443] of proxied) {
    it(`does not exempt ${hostname}:${port} by ${JSON.stringify(entry)} (PROXY-01)`, () => {
      assert.equal(isBypassed([entry], hostname, port), false);
    });
  }
});
