import { textsElementId } from "../../../shared/pageProtocol";
import { type PageProgram } from "../protocol";
import { type EditorApi } from "../../../ui/editor";

// The only script in the document. It runs the program that the editor posts, and requests it if it has not arrived
// when the document has loaded, for example after the tab has moved to another group.

declare function acquireVsCodeApi(): EditorApi;

const nonce = document.getElementById(textsElementId)?.nonce ?? "";
const editor = acquireVsCodeApi();
let isLoaded = false;

function load({ data }: MessageEvent<PageProgram | { readonly type: string }>): void {
  if (!isProgram(data)) return;
  removeEventListener("message", load);
  isLoaded = true;
  // The editor's API can be acquired only once.
  Object.assign(globalThis, { acquireVsCodeApi: () => editor, program: data });
  addStyle(data.style);
  addScript(data.script);
}

function addStyle(text: Uint8Array): void {
  const element = document.createElement("style");
  element.nonce = nonce;
  element.textContent = new TextDecoder().decode(text);
  document.head.append(element);
}

/** Runs a script at once. It needs no nonce, because the policy allows it by its hash. */
function addScript(text: Uint8Array): void {
  const element = document.createElement("script");
  element.textContent = new TextDecoder().decode(text);
  document.head.append(element);
}

function isProgram(data: { readonly type: string }): data is PageProgram {
  return data.type === "program" && "nonce" in data && data.nonce === nonce;
}

addEventListener("message", load);
addEventListener("load", () =>
  setTimeout(() => {
    if (!isLoaded) editor.postMessage({ type: "ready" });
  }),
);

// Chromium caches compiled scripts by their text and the address of their document. Without the query, which differs
// between charts, the program is compiled only for the first one. Its script has no nonce, which is part of the key.
try {
  history.replaceState(null, "", location.pathname);
} catch {
  // If that is not allowed, the program is compiled for each chart.
}
