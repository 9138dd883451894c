import assert from "node:assert/strict";
import { type ProxyServer, parseProxy } from "../../../src/service/proxyServer";

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

describe("parseProxy", () => {
  const cases: [text: string, proxy: ProxyServer][] = [
    ["http://proxy.bank:3128", { url: "http://proxy.bank:3128", host: "proxy.bank:3128" }],
    ["http://proxy.bank:3128/", { url: "http://proxy.bank:3128", host: "proxy.bank:3128" }],
    [" proxy.bank:3128 ", { url: "http://proxy.bank:3128", host: "proxy.bank:3128" }],
    ["proxy.bank", { url: "http://proxy.bank", host: "proxy.bank:80" }],
    ["https://proxy.bank", { url: "https://proxy.bank", host: "proxy.bank:443" }],
    ["http://[2001:db8::1]:3128", { url: "http://[2001:db8::1]:3128", host: "[2001:db8::1]:3128" }],
    [
      "http://ann:p%40ss@proxy.bank:3128",
      {
        url: "http://proxy.bank:3128",
        host: "proxy.bank:3128",
        authorization: basic("ann:p@ss"),
      },
    ],
    [
      "http://ann:50%@proxy.bank:3128",
      { url: "http://proxy.bank:3128", host: "proxy.bank:3128", authorization: basic("ann:50%") },
    ],
    [
      "ann@proxy.bank:3128",
      { url: "http://proxy.bank:3128", host: "proxy.bank:3128", authorization: basic("ann:") },
    ],
    [
      "socks5://ann:secret@proxy.bank:1080",
      {
        url: "socks5://proxy.bank:1080",
        host: "proxy.bank:1080",
        problem: "socks5 proxies are not supported",
      },
    ],
    [
      "http://ann:secret@proxy bank",
      { url: "", host: "(unreadable)", problem: "its address cannot be read" },
    ],
  ];
  for (const [text, proxy] of cases) {
    it(`reads ${text} (PROXY-01)`, () => {
      assert.deepEqual(parseProxy(text), proxy);
    });
  }

  for (const text of [
    "http://ann:s3@cret#word@proxy.bank:8080",
    "http://ann:s3cret#@proxy.bank:8080",
    "http://ann:1/s3cret@proxy.bank:8080",
    "http://ann:1?s3cret@proxy.bank:8080",
    String.raw`BANK\ann:s3cret@proxy.bank:8080`,
    String.raw`http://BANK\ann:s3cret@proxy.bank:8080`,
    "http://proxy.bank/s3cret.pac",
    "http://proxy.bank//s3cret",
  ]) {
    it(`takes no part of ${text} for a host (PROXY-01)`, () => {
      const { url, host, problem = "", authorization } = parseProxy(text);
      assert.deepEqual([url, host, authorization], ["", "(unreadable)", undefined]);
      assert.match(problem, /more than user, password, host and port/);
      assert.doesNotMatch(problem, /s3|cret|ann|bank/i);
    });
  }

  it("prefers the authorization that was given to the one of the address (PROXY-01)", () => {
    const { authorization } = parseProxy("http://ann:secret@proxy.bank", "Bearer token");
    assert.equal(authorization, "Bearer token");
  });
});
