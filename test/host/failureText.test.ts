import assert from "node:assert/strict";
import { PanelTooLargeError, UnknownAddressError } from "../../src/catalog/panelErrors";
import { NetworkError } from "../../src/service/errors";
import { failureText } from "../../src/editor/report/failureText";

describe("the words of a failure", () => {
  it("say how large a panel would be, and what helps", () => {
    assert.equal(
      failureText(new PanelTooLargeError(40_000, 2_000)),
      "at least 40,000 variants; the limit is 2,000. Choose fewer values.",
    );
  });

  it("name the tag kinds that address nothing, on one line", () => {
    assert.equal(
      failureText(new UnknownAddressError(["country_iso", "sec\ntor"])),
      "the signal has no variant with country_iso, sec tor",
    );
  });

  // As Node 20 to 24 write them.
  const unreachable: [code: string | undefined, message: string, words: string][] = [
    [
      "ECONNREFUSED",
      "connect ECONNREFUSED 127.0.0.1:8787",
      "cannot reach 127.0.0.1:8787 (connection refused)",
    ],
    [
      "ENOTFOUND",
      "getaddrinfo ENOTFOUND api.acme.example",
      "cannot reach api.acme.example (host not found)",
    ],
    [
      "EHOSTUNREACH",
      "connect EHOSTUNREACH 10.0.0.9:443 - Local (10.0.0.2:50106)",
      "cannot reach 10.0.0.9:443 (no route to the host)",
    ],
    [
      "ECONNRESET",
      "read ECONNRESET",
      "cannot reach the service (connection closed before a response came)",
    ],
    [undefined, "net::ERR_FAILED", "cannot reach the service: no response: net::ERR_FAILED"],
  ];
  for (const [code, message, words] of unreachable) {
    it(`name the host and the cause of ${message}`, () => {
      const facts = { request: "GET /signal/", attempts: 3 };
      assert.equal(failureText(new NetworkError(facts, `no response: ${message}`, code)), words);
    });
  }
});
