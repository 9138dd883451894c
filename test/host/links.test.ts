import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { latestUri } from "../../src/features/latest/model/latestPlace";
import { FrameWorker } from "../../src/store/frameWorker";
import { commandId } from "../../src/editor/commandNames";
import { copyLinks } from "../../src/features/links/copyLink";
import { followLink, type LinkParts } from "../../src/features/links/followLink";
import { linkedOfTarget } from "../../src/features/links/linked";
import { chartPlaceOfUri } from "../../src/shared/chartPlace";
import { type Instant } from "../../src/shared/instant";
import { placeOfUri, sampleConnection, scheme } from "../../src/shared/place";
import { panelRef, type SignalRef, signalRef } from "../../src/shared/reference";
import { referencePath } from "../../src/shared/referencePath";
import { hostSetting } from "../support/hostResult";
import { type FailureContext } from "../../src/editor/report/failureReporter";
import { TestServices } from "../support/testServices";
import { until } from "../support/until";

const us = "signals/INFL/2/country_iso=US/SNAP/20240628T235959Z";
const de = "signals/INFL/2/country_iso=DE/SNAP/20240628T235959Z";

function inflationOf(country: string): SignalRef {
  return signalRef({
    ...{ code: "INFL", version: 2, tags: { country_iso: country } },
    ...{ dataKind: "SNAP", asOf: "20240628T235959Z" as Instant },
  });
}

function uriOf(service: string, ...paths: readonly string[]): vscode.Uri {
  const refs = paths.map((path) => `&ref=${encodeURIComponent(path)}`).join("");
  const text = `${vscode.env.uriScheme}://macro-signals.macro-signals/open?service=${encodeURIComponent(service)}${refs}`;
  return vscode.Uri.parse(text, true);
}

/** What the tabs show, in any form. */
function tabs(): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => {
      if (!(input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText))
        return [];
      // The extension itself has no such connection, and shows the page of a failure.
      const text = input.uri.with({ scheme }).toString();
      const parts = chartPlaceOfUri(text)?.parts ?? [placeOfUri(text)];
      return [parts.map((part) => part && referencePath(part.reference)).join(" + ")];
    });
}

describe("links", () => {
  let services: TestServices;
  let worker: FrameWorker;
  let service: string;
  let parts: LinkParts;
  /** What could not be done. */
  let reported: string[];
  let asked: { readonly words: string; readonly detail: string }[];
  /** Whether questions are answered by their first action. */
  let agrees: boolean;
  const { showInformationMessage, showWarningMessage } = vscode.window;

  before(() => {
    const { url, key } = hostSetting().sample;
    worker = new FrameWorker(path.resolve("dist/frameWorker.cjs"));
    services = new TestServices(url, worker, { key });
    const { connection } = services;
    service = connection.baseUrl.href;
    const connections = { services: [connection], find: () => connection };
    const report = (_: unknown, { attempt }: FailureContext): void => void reported.push(attempt);
    parts = { services, connections, failures: { report } } as unknown as LinkParts;
  });
  beforeEach(() => {
    asked = [];
    reported = [];
    agrees = false;
    services.gate.set("latest");
    const isOptions = (each: unknown): boolean => typeof each === "object";
    const message = (words: string, ...rest: readonly unknown[]): Promise<unknown> => {
      const options = rest.find(isOptions) as vscode.MessageOptions | undefined;
      asked.push({ words, detail: options?.detail ?? "" });
      return Promise.resolve(agrees ? rest.find((each) => !isOptions(each)) : undefined);
    };
    Object.assign(vscode.window, { showInformationMessage: message, showWarningMessage: message });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => {
    services.dispose();
    worker.dispose();
  });

  it("name what they open and ask before anything is requested; refused, they request nothing", async () => {
    await followLink(parts, uriOf(service, us));
    const name = "INFL US · SNAP · as of 28 Jun 2024";
    assert.deepEqual(asked, [
      {
        words: `Open ${name} from Acme?`,
        detail:
          "This comes from a link. Not all of it is cached, so opening it sends requests to the service.",
      },
    ]);
    assert.deepEqual(tabs(), []);
    assert.deepEqual(services.series.allCachedSeries(), []);
  });

  it("open one series, several as one chart, and what is cached without a question", async () => {
    agrees = true;
    await followLink(parts, uriOf(service, us));
    await followLink(parts, uriOf(service, us, de));
    assert.deepEqual(await until("two tabs", () => (tabs().length === 2 ? tabs() : undefined)), [
      us,
      `${us} + ${de}`,
    ]);
    assert.equal(asked.length, 2);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await services.series.series(inflationOf("US"));
    await followLink(parts, uriOf(service, us));
    assert.equal(asked.length, 2);
    assert.deepEqual(await until("a tab", () => (tabs().length === 1 ? tabs() : undefined)), [us]);
  });

  it("open pages of the service", async () => {
    agrees = true;
    await followLink(parts, uriOf(service, "pages/latest"));
    assert.deepEqual(asked[0]?.words, "Open Latest Signals from Acme?");
    const label = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    await until("the page", () => label()?.includes("Latest Signals"));
  });

  it("open series no later than the window's as-of, and say so", async () => {
    services.gate.set("20200131T235959Z" as Instant);
    agrees = true;
    await followLink(parts, uriOf(service, us));
    assert.match(asked[0]?.detail ?? "", /data later than this window's as-of, 31 Jan 2020/);
    const earlier = us.replace("20240628", "20200131");
    assert.deepEqual(await until("a tab", () => (tabs().length === 1 ? tabs() : undefined)), [
      earlier,
    ]);
  });

  it("request nothing from a service without a connection, and offer one if its address is usable", async () => {
    await followLink(parts, uriOf("https://evil.example/api", us));
    await followLink(parts, uriOf("javascript:alert(1)", us));
    await followLink(parts, uriOf("https://evil.example@api.acme.com", us));
    assert.deepEqual(
      asked.map(({ words }) => words),
      [
        "The link points to evil.example, but there is no connection to it.",
        "The link points to javascript:alert(1), but there is no connection to it.",
        "The link points to https://evil.example@api.acme.com, but there is no connection to it.",
      ],
    );
    assert.deepEqual(tabs(), []);
  });

  it("name the connection after the longest names, and show no character that turns the text", async () => {
    const long = us.replace("INFL", `${"X".repeat(600)}%E2%80%AE`);
    await followLink(parts, uriOf(service, ...Array.from({ length: 9 }, () => long)));
    assert.match(asked[0]?.words ?? "", /^Open X[^\u202e]{299} from Acme\?$/);
  });

  it("report why they cannot be opened", async () => {
    const get = (): Promise<never> => Promise.reject(new Error("the folder is not readable"));
    const failing = { gate: services.gate, get } as unknown as LinkParts["services"];
    await followLink({ ...parts, services: failing }, uriOf(service, us));
    assert.deepEqual(reported, ["Could not open INFL US · SNAP · as of 28 Jun 2024"]);
    assert.deepEqual(tabs(), []);
  });

  it("are refused if they are anything else", async () => {
    const good = uriOf(service, us);
    for (const uri of [
      good.with({ path: "/other" }),
      good.with({ query: `${good.query}&more=1` }),
      good.with({ query: "" }),
    ]) {
      await followLink(parts, uri);
    }
    assert.deepEqual(
      asked.map(({ words }) => words),
      Array(3).fill("The link cannot be read. It may be incomplete or altered."),
    );
  });

  it("are copied, one for all series of a connection and one for each panel, and read back", async () => {
    const panel = panelRef({
      ...{ code: "INFL", version: 2, tags: { country_iso: "*" } },
      ...{ dataKind: "SNAP", asOf: "latest" },
    });
    const all = [inflationOf("US"), panel, inflationOf("DE")].map((reference) =>
      linkedOfTarget({ connectionId: services.connection.id, reference }),
    );
    await copyLinks(parts.connections, "macro-signals.macro-signals", all);
    const links = (await vscode.env.clipboard.readText()).split("\n");
    assert.deepEqual(
      links.map((link) => vscode.Uri.parse(link, true).query),
      [
        `service=${service}&ref=${us}&ref=${de}`,
        `service=${service}&ref=signals/INFL/2/country_iso=*/SNAP/latest`,
      ],
    );
    assert.ok(links.every((link) => link.startsWith(`${vscode.env.uriScheme}://`)));
  });

  it("say when an address cannot be in one, and as of when profiles open", async () => {
    const status = vscode.window.setStatusBarMessage;
    const shown: string[] = [];
    const show = (text: string): void => void shown.push(text);
    Object.assign(vscode.window, { setStatusBarMessage: show });
    try {
      const { connection } = services;
      const baseUrl = { ...connection.baseUrl, href: "https://api.acme.com/a&b" };
      const find = (id: string): unknown =>
        id === "odd" ? { ...connection, baseUrl } : connection;
      const connections = { find } as unknown as LinkParts["connections"];
      const of = { tagKind: "country_iso", value: "US", dataKind: "FIT" } as const;
      const profile = { kind: "profile", ...of } as const;
      await copyLinks(connections, "macro-signals.macro-signals", [
        linkedOfTarget({ connectionId: "odd", reference: inflationOf("US") }),
        { connectionId: connection.id, openable: profile },
      ]);
    } finally {
      Object.assign(vscode.window, { setStatusBarMessage: status });
    }
    assert.deepEqual(
      asked.map(({ words }) => words),
      ["The address of the service has characters that a link cannot contain, such as &."],
    );
    assert.deepEqual(shown, [
      "Copied a link. A profile opens with the as-of of the window that follows the link",
    ]);
    const { query } = vscode.Uri.parse(await vscode.env.clipboard.readText(), true);
    assert.equal(query, `service=${service}&ref=profiles/country_iso=US/FIT`);
  });

  it("to what the active tab shows are copied by the command", async () => {
    const place = { connectionId: sampleConnection, of: "changes", form: "changes" } as const;
    const uri = vscode.Uri.parse(latestUri(place), true);
    await vscode.commands.executeCommand(commandId("copyLink"), uri);
    const link = vscode.Uri.parse(await vscode.env.clipboard.readText(), true);
    assert.deepEqual([link.path, link.query], ["/open", "service=sample&ref=pages/changes"]);
  });
});
