import assert from "node:assert/strict";
import { parseKeyFor } from "../../src/service/apiKey";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { judgeBaseUrl } from "../../src/connect/connectFlow";
import { apiKeyText, baseUrlText } from "../../src/connect/entryText";

/** One text for each reason why a base URL is refused. */
const refusedUrls = [
  "https:\\\\example.com",
  "https://exa\u0007mple.com",
  "https://example.com/a/../b",
  "https://example.com//a",
  "https://example.com/#a",
  "https://:8080",
  "http://example.com",
  "https://example.com?api_key=canary",
  "ftp://example.com",
  "https://example.com.",
  "https:/example.com",
  "https://canary:canary@example.com",
  "https://exam ple.com",
];

function urlText(text: string): string {
  const typed = parseBaseUrl(text);
  assert.ok(!typed.ok, text);
  return baseUrlText(typed.problem);
}

function keyText(text: string): string {
  const typed = parseKeyFor(text, "https://api.example.com");
  assert.ok(!typed.ok);
  return apiKeyText(typed.problem);
}

describe("what the inputs of a connection say", () => {
  it("has a sentence of its own for each reason to refuse a base URL (SEC-07)", () => {
    const sentences = refusedUrls.map(urlText);
    assert.equal(new Set(sentences).size, refusedUrls.length);
    assert.deepEqual(
      sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence)),
      [],
    );
  });

  it("shows the base URL, before any key, if an address of the API was typed (NET-03)", () => {
    const notes = ["https://host.example/x", "https://host.example/x/api/v3/signal/"].map(
      (text) => {
        const judgement = judgeBaseUrl(text);
        return judgement.ok ? judgement.note : judgement.problem;
      },
    );
    assert.deepEqual(notes, [undefined, "The base URL is https://host.example/x"]);
  });

  it("never repeats a key (SEC-09)", () => {
    const refused = [
      "canary\r\nX: 1",
      "canary\n",
      "canary\0",
      "cänary",
      "canary\u2028",
      "canary",
      " ",
    ];
    const sentences = [...refused.map(keyText), ...refusedUrls.map(urlText)];
    assert.deepEqual(
      sentences.filter((sentence) => /c[aä]nary/.test(sentence)),
      [],
    );
  });
});
