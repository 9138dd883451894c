import assert from "node:assert/strict";
import { Redaction } from "../../../src/service/redaction";
import { redactedVisibleText, visibleText } from "../../../src/service/visibleText";

/** As gateways answer who has a wrong key. */
const page = `<!DOCTYPE html>
<html><head><title>403 Forbidden</title><style>p { color: red > blue }</style>
<script>if (1 < 2) document.write("<b>no</b>")</script></head>
<body class="a > b"><!-- <p>build 7</p> --><h1>Forbidden</h1>
<p>The key &quot;ab&#99;&#x64;&amp;e&quot; is <b>in</b>valid&nbsp;&mdash; ask <a href='x'>us</a>.</p></body></html>`;

describe("visibleText (14.2.6)", () => {
  it("gives what a person reads of a page", () => {
    assert.equal(
      visibleText(page).replace(/\s+/g, " "),
      'Forbidden The key "abcd&e" is invalid — ask us.',
    );
  });

  const texts: [what: string, body: string, expected: string][] = [
    ["the title where nothing else is shown", "<html><title>Log in</title></html>", "Log in"],
    ["the texts of XML", "<?xml version='1.0'?><Error><Code>Denied</Code></Error>", "Denied"],
    ["JSON as it is", '{"detail": "<b>&amp;</b>"}', '{"detail": "<b>&amp;</b>"}'],
    ["plain words as they are", "no such key: 1 < 2 &amp; 3", "no such key: 1 < 2 &amp; 3"],
    ["what is no tag", "<p>1 < 2 <3", "1 < 2 <3"],
    ["nothing behind a tag without an end", "<html>a<p title='b>c", "a"],
    ["nothing of a script without an end", "<html>a<script>b", "a"],
    ["nothing of a comment without an end", "<html>a<!-- b", "a"],
    ["an entity decoded once", "<p>&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["what names no character", "<p>&#xD800;&#1114112;&unknown;", "\uFFFD\uFFFD&unknown;"],
  ];
  for (const [what, body, expected] of texts) {
    it(`gives ${what}`, () => assert.equal(visibleText(body), expected));
  }

  // Quadratic work on any of these would take longer than the test may.
  for (const piece of ["<", "<a ", "<a '", "<!--", "<script>", "</", "&#", "&amp", "<!", "<p>"]) {
    it(`has an end for a megabyte of ${piece}`, () => {
      const text = visibleText(`<html>${piece.repeat((1 << 20) / piece.length)}`);
      assert.ok(text.length <= 1 << 20);
    });
  }
});

describe("redactedVisibleText (SEC-31, 14.2.1)", () => {
  const key = "k3y-<b>-&amp;-canary";
  const pages: [what: string, body: string, isWhole: boolean, expected: string][] = [
    ["a key that looks like markup", `<html>not ${key} here`, true, "not [REDACTED] here"],
    [
      "a key that markup splits",
      "<html>not k3<i>y-&lt;b>-&#38;amp;-can</i>ary",
      true,
      "not [REDACTED]",
    ],
    ["the beginning of a key in front of markup", "<html>not k3y-&lt;b<p", false, "not "],
    ["plain words as they are", "<html>no such key", false, "no such key"],
  ];
  for (const [what, body, isWhole, expected] of pages) {
    it(`gives ${what} without the key`, () =>
      assert.equal(redactedVisibleText(body, isWhole, new Redaction(key)), expected));
  }
});
