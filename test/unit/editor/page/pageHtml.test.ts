import assert from "node:assert/strict";
import { type PageHtmlOptions, pageHtml } from "../../../../src/editor/page/pageHtml";

const options: PageHtmlOptions = {
  nonce: "bm9uY2U",
  script: "run();",
  scriptHashes: [],
  bodyAttribute: "",
  style: "body { margin: 0 }",
  language: "en",
  title: "SAMPLE INFL US",
  words: {},
};

function policyOf(html: string): Map<string, string> {
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const directives = policy.split("; ").map((each) => each.split(" "));
  return new Map(directives.map(([name = "", ...sources]) => [name, sources.join(" ")]));
}

describe("the HTML of a page", () => {
  it("lets nothing run but its program, with no style but its own (SEC-14)", () => {
    const policy = policyOf(pageHtml(options));
    assert.deepEqual(Object.fromEntries(policy), {
      "default-src": "'none'",
      "script-src": "'nonce-bm9uY2U'",
      "style-src": "'nonce-bm9uY2U'",
      "connect-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'none'",
    });
  });

  it("allows only added scripts whose hash it lists (SEC-14)", () => {
    const policy = policyOf(
      pageHtml({ ...options, scriptHashes: ["'sha256-b25l'", "'sha256-dHdv'"] }),
    );
    assert.equal(policy.get("script-src"), "'nonce-bm9uY2U' 'sha256-b25l' 'sha256-dHdv'");
  });

  it("loads no file, and has no code and no style beside its own (SEC-14)", () => {
    const html = pageHtml(options);
    assert.doesNotMatch(html, /unsafe-|https?:| src=| href=| style=| on\w+=/);
    assert.deepEqual(html.match(/<(?:script|style)[^>]*>[^<]*/g), [
      '<style nonce="bm9uY2U">body { margin: 0 }',
      '<script type="application/json" id="texts" nonce="bm9uY2U">{}',
      '<script type="module" nonce="bm9uY2U">run();',
    ]);
  });

  it("says what it is for, under the same policy", () => {
    const html = pageHtml({ ...options, bodyAttribute: "data-panel" });
    assert.match(html, /<body data-panel>/);
    assert.deepEqual(policyOf(html), policyOf(pageHtml(options)));
    assert.match(pageHtml(options), /<body>/);
  });

  it("has a language and a title", () => {
    const html = pageHtml({ ...options, language: "de" });
    assert.match(html, /<html lang="de">/);
    assert.match(html, /<title>SAMPLE INFL US<\/title>/);
  });

  it("shows texts as texts, whatever they hold (SEC-13)", () => {
    const text = `"><script>alert(1)</script><img src=x onerror="alert(2)">&amp;`;
    const html = pageHtml({ ...options, title: text, language: text });
    assert.equal(html.match(/<script/g)?.length, 2);
    assert.doesNotMatch(html, /<img/);
    assert.match(html, /<title>&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  });

  it("carries translations that end no element and read back as they were (SEC-13)", () => {
    const words = {
      Retry: "</script><script>alert(1)</script>",
      "<!--": 'Erneut "versuchen"\u2028',
    };
    const html = pageHtml({ ...options, words });
    assert.equal(html.match(/<\/script>/g)?.length, 2);
    const [, json = ""] = /id="texts"[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(json), words);
  });
});
