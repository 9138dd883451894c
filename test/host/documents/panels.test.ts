import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type PanelRef, type SignalRef, signalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { hostSetting } from "../../support/hostResult";
import { OpenedPanels, pastPanel } from "../../support/openedPanels";
import { fetchedCsv } from "../../support/sampleSeries";
import { rowsBetween, seriesTable } from "../../support/seriesTable";

const names = ["Level", "Momentum", "Aggregate"];
const always = ["0000-01-01", "9999-12-31"] as const;

/** Days and values of a series as texts, as a request of its own gives them; undefined where the service has none. */
async function single(reference: SignalRef): Promise<readonly string[] | undefined> {
  try {
    const table = seriesTable(await fetchedCsv(hostSetting().sample, reference));
    return rowsBetween(table, names, always).map((row) => row.join(","));
  } catch (error) {
    assert.match(String(error), /: 404$/);
    return undefined;
  }
}

function variant({ code, version, dataKind, asOf }: PanelRef, tags: SignalRef["tags"]): SignalRef {
  return signalRef({ code, version, tags, dataKind, asOf });
}

describe("panels of the sample service as documents", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let opened: OpenedPanels;

  beforeEach(() => {
    const { url, key } = hostSetting().sample;
    opened = new OpenedPanels(url, worker, { key });
  });
  afterEach(async () => {
    opened.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => worker.dispose());

  it("have every value of all countries as single requests give them, long and wide", async () => {
    const reference = pastPanel("LENDING", 1, { country_iso: "*", sector: ["Energy"] });
    const [head, ...lines] = await opened.linesOf(reference);
    assert.equal(head, "Date,country_iso,sector,Level,Momentum,Aggregate");
    const [wideHead = "", ...wideLines] = await opened.linesOf(reference, { columns: ["Level"] });
    const [, ...countries] = wideHead.split(",");
    assert.equal(countries.length, 8);
    assert.deepEqual(countries, countries.toSorted());
    const wide = seriesTable(`${[wideHead, ...wideLines].join("\n")}\n`);
    const expected: string[] = [];
    for (const country of countries) {
      const own = variant(reference, { country_iso: country, sector: "Energy" });
      const rows = (await single(own)) ?? [];
      expected.push(...rows.map((row) => row.replace(",", `,${country},Energy,`)));
      assert.deepEqual(
        rowsBetween(wide, [country], always).map((row) => row.join(",")),
        rows.map((row) => row.split(",").slice(0, 2).join(",")),
      );
    }
    assert.deepEqual(lines, expected);
  });

  it("lack what the service does not have, which is coverage and no failure", async () => {
    const countries = ["AU", "BR", "CA", "US"];
    const reference = pastPanel("TERMS", 1, { country_iso: countries, commodity: ["Gold"] });
    const [, ...lines] = await opened.linesOf(reference);
    const found = new Set(lines.map((line) => line.split(",")[2] ?? ""));
    for (const country of countries) {
      const rows = await single(variant(reference, { country_iso: country, commodity: "Gold" }));
      assert.equal(rows !== undefined, found.has(country), country);
    }
    assert.ok(found.size < countries.length);
    const lens = (await opened.lensesOf(opened.uriOf(reference))).at(-1);
    const missing = countries.length - found.size;
    const counts = `${found.size} of ${countries.length} variants · ${missing} without data · `;
    assert.equal(lens?.title.slice(0, counts.length), counts);
    assert.deepEqual(opened.reported, []);
  });

  it("lead to their coverage as Markdown and CSV", async () => {
    const reference = pastPanel("INFL", 2, { country_iso: ["US", "XX"] });
    const target = { connectionId: "acme", reference };
    await opened.panels.showCoverage(target, "md");
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.viewType, "vscode.markdown.preview.editor");
    const markdown = await vscode.workspace.openTextDocument(input.uri);
    const us = await single(variant(reference, { country_iso: "US" }));
    const last = us?.at(-1)?.slice(0, 10);
    assert.match(markdown.getText(), /^# Coverage of INFL US\+XX FIT 28 Jun 2024$/m);
    assert.match(
      markdown.getText(),
      /^\[Open as CSV\]\(Coverage%20of%20INFL%20US\+XX%20FIT%202024-06-28\.csv\)$/m,
    );
    assert.match(markdown.getText(), /^1 of 2 variants · 1 without data · last day /m);
    assert.match(markdown.getText(), /^\| XX +\| +\| +\| +0 \|.* no data +\|$/m);
    const link = vscode.Uri.joinPath(input.uri, "../Coverage of INFL US+XX FIT 2024-06-28.csv");
    const csv = (await vscode.workspace.openTextDocument(link)).getText();
    await opened.panels.showCoverage(target, "csv");
    assert.equal(vscode.window.activeTextEditor?.document.getText(), csv);
    const [head, first, second] = csv.split("\n");
    assert.equal(head, "country_iso,first_day,last_day,rows,gaps,lag_business_days,uneven,status");
    assert.equal(first?.split(",")[2], last);
    assert.equal(first?.split(",")[3], String(us?.length));
    assert.equal(second, "XX,,,0,,,,no data");
  });
});
