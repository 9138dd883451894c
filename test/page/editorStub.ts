import { textsElementId } from "../../src/shared/pageProtocol";
import { type PageProgram, type ToChart } from "../../src/features/chart/protocol";
import { messageOfText } from "../support/messageText";
import { type StubTheme } from "../support/stubTheme";

/** The parameters in the address of a page. */
interface Start {
  /** The id of the page: another one begins without a saved state. */
  readonly id: string;
  readonly theme: string;
  /** The state that an earlier page asked the editor to save, or null. */
  readonly state: unknown;
}

const idKey = "stub.id";
const themeKey = "stub.theme";
const stateKey = "stub.state";

/** The messages of the page since it was loaded, oldest first. */
export const sent: unknown[] = [];

let themes: Readonly<Record<string, StubTheme>> = {};

/**
 * Puts the editor's API into the page, with the theme and the state of its address; later changes of both outlive a
 * reload, as in the editor.
 */
export function start(all: Readonly<Record<string, StubTheme>>): void {
  if (location.hash === "") return;
  themes = all;
  const first = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Start;
  if (sessionStorage.getItem(idKey) !== first.id) sessionStorage.clear();
  sessionStorage.setItem(idKey, first.id);
  if (first.state !== null && state() === undefined) setState(first.state);
  const current = sessionStorage.getItem(themeKey) ?? first.theme;
  // The body and its theme exist before the first program runs.
  const observer = new MutationObserver(() => {
    if (document.querySelector("body") === null) return;
    observer.disconnect();
    setTheme(current);
  });
  observer.observe(document, { childList: true, subtree: true });
  Object.assign(globalThis, { acquireVsCodeApi: acquireOnce() });
}

/** The text of a file of the program, which the test server put into the page. */
function heldText(name: string): string {
  return document.getElementById(`held.${name}`)?.textContent ?? "";
}

/** Sends the program to a chart's document that has requested it; without a first message it shows an empty chart. */
function sendProgram(): void {
  const first = heldText("first");
  postMessage({
    type: "program",
    style: heldBytes("chart.css"),
    script: heldBytes("chart.js"),
    nonce: document.getElementById(textsElementId)?.nonce ?? "",
    message: first === "" ? nothing : messageOfText(first),
  } satisfies PageProgram);
}

function heldBytes(name: string): Uint8Array {
  return new TextEncoder().encode(JSON.parse(heldText(name)) as string);
}

/** A message that changes nothing: the answer to a search that was never started. */
const nothing: ToChart = { type: "found", generation: -1, text: "", rows: [], note: "" };

/** Changes the theme as the editor does while a page is open. */
export function setTheme(name: string): void {
  const theme = themes[name];
  if (theme === undefined) throw new Error(`No theme ${name}`);
  sessionStorage.setItem(themeKey, name);
  const { body, documentElement } = document;
  body.classList.remove(...[...body.classList].filter((each) => each.startsWith("vscode-")));
  body.classList.add(...theme.bodyClass.split(" "));
  body.dataset["vscodeThemeKind"] = theme.kind;
  body.dataset["vscodeThemeId"] = theme.id;
  for (const old of [...documentElement.style]) {
    if (old.startsWith("--vscode-")) documentElement.style.removeProperty(old);
  }
  for (const [variable, value] of Object.entries(theme.variables)) {
    documentElement.style.setProperty(variable, value);
  }
}

/** Delivers a message of the editor to the page. Playwright passes it much faster as text than as arrays. */
export function receive(text: string): void {
  postMessage(messageOfText(text));
}

export function state(): unknown {
  const text = sessionStorage.getItem(stateKey);
  return text === null ? undefined : (JSON.parse(text) as unknown);
}

export function setState(value: unknown): void {
  sessionStorage.setItem(stateKey, JSON.stringify(value));
}

function acquireOnce(): () => object {
  let isAcquired = false;
  return () => {
    if (isAcquired) throw new Error("The editor's interface has already been acquired");
    isAcquired = true;
    return Object.freeze({
      postMessage: (message: { readonly type: string }) => {
        sent.push(structuredClone(message));
        const isChart = document.getElementById("held.chart.js") !== null;
        if (isChart && message.type === "ready") sendProgram();
      },
      getState: state,
      setState: (value: unknown) => {
        setState(value);
        return value;
      },
    });
  };
}
