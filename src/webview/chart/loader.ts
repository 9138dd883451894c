import { type PageProgram, wordsElementId } from "../../shared/chart/chartProtocol";
import { type EditorApi } from "./page/editor";

// The script of the document. It runs the program of the page, which the editor posts, and asks for it where it has not
// come by the time that the document has loaded, as after a move to another group of tabs.

declare function acquireVsCodeApi(): EditorApi;

const nonce = document.getElementById(wordsElementId)?.nonce ?? "";
const editor = acquireVsCodeApi();
let isLoaded = false;

function load({ data }: MessageEvent<PageProgram | { readonly type: string }>): void {
  if (!isProgram(data)) return;
  removeEventListener("message", load);
  isLoaded = true;
  // The editor gives its interface once.
  Object.assign(globalThis, { acquireVsCodeApi: () => editor, program: data });
  add("style", data.style);
  add("script", data.script);
}

function isProgram(data: { readonly type: string }): data is PageProgram {
  return data.type === "program";
}

function add(name: "style" | "script", text: Uint8Array): void {
  const element = document.createElement(name);
  element.nonce = nonce;
  element.textContent = new TextDecoder().decode(text);
  document.head.append(element);
}

addEventListener("message", load);
addEventListener("load", () =>
  setTimeout(() => {
    if (!isLoaded) editor.postMessage({ type: "ready" });
  }),
);
