import assert from "node:assert/strict";
import fc from "fast-check";
import { type BaseUrl, type BaseUrlProblem, parseBaseUrl } from "../../../src/service/baseUrl";
import { runs } from "../../support/propertyRuns";

describe("parseBaseUrl", () => {
  it("reads a long path in time linear in its length (HOST-09)", () => {
    // It would take minutes if the time grew with the square of the length.
    const path = `${"/api/v3".repeat(200_000)}/x`;
    assert.equal(accepted(`https://example.com${path}`).prefix, path);
  });

  const refused: [when: string, text: string, problem: BaseUrlProblem][] = [
    ["http to another host", "http://data.example.com", "insecure"],
    ["http to an address that begins like loopback", "http://127.0.0.1.example.com", "insecure"],
    ["http to another loopback address", "http://127.0.0.2", "insecure"],
    ["http to all interfaces", "http://0.0.0.0", "insecure"],
    ["http to a subdomain of localhost", "http://a.localhost", "insecure"],
    ["a user", "https://user@example.com", "user-info"],
    ["a user and a password", "https://user:secret@example.com", "user-info"],
    ["an empty user", "https://@example.com", "user-info"],
    ["a fragment", "https://example.com/#part", "fragment"],
    ["an empty fragment", "https://example.com#", "fragment"],
    ["a query", "https://example.com/?a=b", "query"],
    ["an empty query", "https://example.com?", "query"],
    ["a backslash for a slash", "https:\\\\example.com", "backslash"],
    ["a backslash in the path", "https://example.com/a\\b", "backslash"],
    ["a blank at the end", "https://example.com ", "whitespace"],
    ["a no-break space", "https://example.com/a\u00a0b", "whitespace"],
    ["a zero-width space", "https://exam\u200bple.com", "whitespace"],
    ["a tab, which the URL parser would drop", "https://exam\tple.com", "control-character"],
    ["a line break", "https://example.com\n", "control-character"],
    ["NUL", "https://example.com/\0", "control-character"],
    ["DEL", "https://example.com/\x7f", "control-character"],
    ["another scheme", "ftp://example.com", "scheme"],
    ["a file", "file:///etc/passwd", "scheme"],
    ["a script", "javascript:alert(1)", "scheme"],
    ["no scheme", "example.com", "scheme"],
    ["no scheme but slashes", "//example.com", "scheme"],
    ["nothing", "", "scheme"],
    ["one slash", "https:/example.com", "unreadable"],
    ["no slash", "https:example.com", "unreadable"],
    ["no host", "https://", "host"],
    ["a path for a host", "https:///example.com", "host"],
    ["a port without a host", "https://:8443", "host"],
    ["double slashes in the path", "https://example.com/a//b", "double-slash"],
    ["double slashes at the end", "https://example.com//", "double-slash"],
    ["a host that ends with a dot", "https://example.com./a", "trailing-dot"],
    ["loopback that ends with a dot", "http://localhost.", "trailing-dot"],
    ["a step up", "https://example.com/a/../b", "dot-segment"],
    ["a step nowhere", "https://example.com/./a", "dot-segment"],
    ["an encoded step up", "https://example.com/a/%2E%2e", "dot-segment"],
    ["a half-encoded step up", "https://example.com/.%2e/a", "dot-segment"],
    ["a broken escape", "https://example.com/%zz", "unreadable"],
    ["a port that is none", "https://example.com:99999", "unreadable"],
    ["a host with an angle bracket", "https://exa<mple.com", "unreadable"],
  ];
  for (const [when, text, problem] of refused) {
    it(`refuses ${when} (SEC-06, SEC-07)`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: false, problem });
    });
  }

  const taken: [when: string, text: string, origin: string, prefix: string][] = [
    ["a host", "https://example.com", "https://example.com", ""],
    ["a slash at the end", "https://example.com/", "https://example.com", ""],
    ["a prefix", "https://example.com/macro/v1", "https://example.com", "/macro/v1"],
    ["a prefix with a slash", "https://example.com/macro/v1/", "https://example.com", "/macro/v1"],
    ["a port", "https://example.com:8443/a", "https://example.com:8443", "/a"],
    ["the scheme's own port", "https://example.com:443", "https://example.com", ""],
    ["capitals", "HTTPS://Example.COM/A", "https://example.com", "/A"],
    ["an encoded blank", "https://example.com/a%20b", "https://example.com", "/a%20b"],
    ["letters beyond ASCII in the path", "https://example.com/é", "https://example.com", "/%C3%A9"],
    ["loopback by number", "http://127.0.0.1:8080", "http://127.0.0.1:8080", ""],
    ["loopback by name", "http://localhost:1/x", "http://localhost:1", "/x"],
    ["loopback of IPv6", "http://[::1]:8080", "http://[::1]:8080", ""],
  ];
  for (const [when, text, origin, prefix] of taken) {
    it(`takes ${when}`, () => {
      const { origin: itsOrigin, prefix: itsPrefix, href } = accepted(text);
      assert.deepEqual(
        { origin: itsOrigin, prefix: itsPrefix, href },
        { origin, prefix, href: origin + prefix },
      );
    });
  }

  const hosts: [text: string, asciiHost: string, isHostAsTyped: boolean][] = [
    ["https://Example.com:443/a", "example.com", true],
    ["https://bücher.example", "xn--bcher-kva.example", false],
    // The first letter is Cyrillic.
    ["https://аpple.com", "xn--pple-43d.com", false],
    ["https://1.2.3", "1.2.0.3", false],
    ["http://[::1]:8080", "[::1]", true],
  ];
  for (const [text, asciiHost, isHostAsTyped] of hosts) {
    it(`tells the host of ${text} in ASCII, and whether it was typed so (SEC-07)`, () => {
      const baseUrl = accepted(text);
      assert.deepEqual([baseUrl.asciiHost, baseUrl.isHostAsTyped], [asciiHost, isHostAsTyped]);
    });
  }

  const apiPaths: [text: string, href: string][] = [
    ["https://host.example/api/v3", "https://host.example"],
    ["https://host.example/api/v3/", "https://host.example"],
    ["https://host.example/api/v3/signal/", "https://host.example"],
    ["https://host.example/api/v3/signal", "https://host.example"],
    ["https://host.example/api/v3/signal/INFL/1/data/", "https://host.example"],
    ["https://host.example/api/v3/forecast/market/", "https://host.example"],
    ["https://host.example/macro/v1/api/v3", "https://host.example/macro/v1"],
    ["https://host.example/macro/api/v3/signal/latest/", "https://host.example/macro"],
    ["https://host.example/api/v3/api/v3/signal/", "https://host.example"],
    ["https://host.example/api/v3/signal/api/v3", "https://host.example"],
    ["http://127.0.0.1:8080/api/v3/", "http://127.0.0.1:8080"],
  ];
  for (const [text, href] of apiPaths) {
    it(`removes the API's path from ${text}, and reports it (NET-03)`, () => {
      const baseUrl = accepted(text);
      assert.deepEqual([baseUrl.href, baseUrl.isApiPathDropped], [href, true]);
      assert.deepEqual(
        [baseUrl.href, accepted(baseUrl.href).isApiPathDropped],
        [baseUrl.origin + baseUrl.prefix, false],
      );
    });
  }

  const otherPaths = [
    "",
    "/api",
    "/v3",
    "/api/v3x",
    "/api/v31/signal",
    "/xapi/v3",
    "/api/v3/macro",
    "/API/V3",
  ];
  for (const path of otherPaths) {
    it(`keeps the prefix ${JSON.stringify(path)}, which is not the API's path (NET-03)`, () => {
      const baseUrl = accepted(`https://host.example${path}`);
      assert.deepEqual([baseUrl.prefix, baseUrl.isApiPathDropped], [path, false]);
    });
  }

  it("never takes a text that leads anywhere but where it reads, and takes its own text again", () => {
    const piece = fc.constantFrom(
      ...[
        "http:",
        "https:",
        "/",
        "//",
        "\\",
        "@",
        ":",
        "#",
        "?",
        ".",
        "..",
        "%2e",
        "a",
        "localhost",
        "/api/v3",
        "/signal",
      ],
      ...["127.0.0.1", "[::1]", "example.com", " ", "\t", "é", "8080", "%"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const typed = parseBaseUrl(pieces.join(""));
        if (!typed.ok) return true;
        const { origin, prefix, href, asciiHost } = typed.baseUrl;
        const url = new URL(href);
        const again = parseBaseUrl(href);
        return (
          url.origin === origin &&
          url.hostname === asciiHost &&
          url.pathname === (prefix === "" ? "/" : prefix) &&
          (url.protocol === "https:" || ["127.0.0.1", "[::1]", "localhost"].includes(asciiHost)) &&
          url.username + url.password + url.search + url.hash === "" &&
          again.ok &&
          again.baseUrl.href === href
        );
      }),
      { numRuns: runs() },
    );
  });
});

function accepted(text: string): BaseUrl {
  const typed = parseBaseUrl(text);
  assert.ok(typed.ok, `${text} is refused`);
  return typed.baseUrl;
}
