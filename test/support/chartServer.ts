import { randomBytes } from "node:crypto";
import { type ServerResponse } from "node:http";
import { readFileSync } from "node:fs";
import { panelAttribute } from "../../src/features/chart/protocol";
import { pageFiles } from "../../src/editor/page/pageFiles";
import { pageHtml as htmlOfPage } from "../../src/editor/page/pageHtml";
import { type Bundle, translation } from "./baseBundle";
import { type TestServer, startServer } from "./testServer";

/**
 * Styles that VS Code puts in front of a web view's own, and so in front of its policy: those of 1.139.1 that touch what
 * a page may hold.
 */
const editorStyles = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body {
    overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size);
    margin: 0; padding: 0 20px;
  }
  img, video { max-width: 100%; max-height: 100%; }
  a, a code { color: var(--vscode-textLink-foreground); }
  a:hover { color: var(--vscode-textLink-activeForeground); }
  a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
  code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
  kbd {
    background-color: var(--vscode-keybindingLabel-background); color: var(--vscode-keybindingLabel-foreground);
    border: 1px solid var(--vscode-keybindingLabel-border); border-bottom-color: var(--vscode-keybindingLabel-bottomBorder);
    border-radius: 3px; box-shadow: inset 0 -1px 0 var(--vscode-widget-shadow); vertical-align: middle; padding: 1px 3px;
  }
}
/* Behind the page is the editor. */
html { background-color: var(--vscode-editor-background); }`;

const pageNames = ["chart", "latest", "explorer", "changes"] as const;

export type PageName = (typeof pageNames)[number];

/**
 * Serves the page of a chart, with its program and styles from `dist` and the policy that the editor gives it; with `?panel` the
 * page of a panel, with `?pseudo` one whose texts are pseudo-translated, with `?first=` one whose program brings that message; at `/latest`, `/explorer` and `/changes`
 * those of newest values.
 */
export function startChartServer(): Promise<TestServer> {
  return startServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? ""}`);
    answer(url, response).catch((error: unknown) => response.destroy(asError(error)));
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

let pseudoTexts: Promise<Bundle> | undefined;

async function readPseudoTexts(): Promise<Bundle> {
  const { baseBundle, pseudoBundle } = await translation();
  return pseudoBundle(await baseBundle());
}

async function answer(url: URL, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = url;
  const name = pageNames.find((each) => pathname === `/${each}`) ?? "chart";
  if (pathname !== "/" && pathname !== `/${name}`) {
    response.writeHead(404, { "content-type": "text/plain" }).end(`nothing at ${pathname}`);
    return;
  }
  const words = searchParams.has("pseudo") ? await (pseudoTexts ??= readPseudoTexts()) : {};
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(pageHtml(name, searchParams, words));
}

function pageHtml(name: PageName, searchParams: URLSearchParams, words: Bundle): string {
  const html = htmlOfPage({
    ...pageFiles("dist", name),
    nonce: randomBytes(16).toString("base64"),
    bodyAttribute: searchParams.has("panel") ? panelAttribute : "",
    language: "en",
    title: "INFL US",
    words,
  });
  const styled = html.replace(
    "<head>",
    `<head>\n<style id="_defaultStyles">${editorStyles}</style>`,
  );
  return name === "chart" ? `${styled}${heldProgram(searchParams.get("first"))}` : styled;
}

/** The files of the program and the first message as text, which the editor stub posts. */
function heldProgram(first: string | null): string {
  const held = (name: string, text: string): string =>
    `<script type="text/plain" id="held.${name}">${text.replaceAll("<", "\\u003c")}</script>\n`;
  const files = ["chart.css", "chart.js"].map((name) =>
    held(name, JSON.stringify(readFileSync(`dist/${name}`, "utf8"))),
  );
  return [...files, held("first", first ?? "")].join("");
}
