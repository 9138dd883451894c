import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Reference, forecastRef, panelRef } from "../../../src/shared/reference";
import { type Instant } from "../../../src/shared/instant";
import {
  type InsertChoice,
  RememberedChoice,
  insertChoices,
  obstacleTo,
  wayOfChoice,
} from "../../../src/features/notebook/insertChoice";
import {
  folderOfTarget,
  isWritableDocument,
  type ChoiceTarget,
} from "../../../src/features/notebook/insertTarget";
import { choiceRows } from "../../../src/features/notebook/insertPick";
import { type InsertSubject } from "../../../src/features/notebook/insertSubject";
import { insertedText, subjectsLabel } from "../../../src/features/notebook/insertedText";
import { rowsToInsert } from "../../../src/features/notebook/newestRows";
import { frameOf, noRepairs } from "../../support/frames";
import { memento } from "../../support/memento";
import { sampleSignal } from "../../support/sampleSeries";

const saved: ChoiceTarget = {
  uri: vscode.Uri.file("/project/a.ipynb"),
  isUnsaved: false,
  language: "python",
  takesTables: true,
};
const unsaved = { ...saved, uri: vscode.Uri.parse("untitled:a.ipynb"), isUnsaved: true };
const virtual = { ...saved, uri: vscode.Uri.parse("vscode-vfs://github/a/b.ipynb") };
const service = { hasSample: false, samplePort: 0 };

describe("what can be inserted", () => {
  const cases: [
    where: string,
    target: ChoiceTarget,
    facts: Parameters<typeof obstacleTo>[2],
    obstacles: Readonly<Partial<Record<InsertChoice, string>>>,
  ][] = [
    ["a notebook in Python", saved, service, {}],
    ["a notebook in R", { ...saved, language: "r" }, service, { values: "language" }],
    [
      "a notebook in SQL",
      { ...saved, language: "sql" },
      service,
      { request: "language", values: "language" },
    ],
    [
      "a notebook in a language without any of ours",
      { ...saved, language: undefined },
      service,
      { file: "language", request: "language", values: "language" },
    ],
    ["a script in Python", { ...saved, takesTables: false }, service, { table: "language" }],
    ["a notebook without a file", unsaved, service, { file: "unsaved" }],
    ["a virtual workspace", virtual, service, { file: "folder" }],
    [
      "sample data without a fixed port",
      saved,
      { hasSample: true, samplePort: 0 },
      { request: "port" },
    ],
    ["sample data with a fixed port", saved, { hasSample: true, samplePort: 8_765 }, {}],
  ];
  for (const [where, target, facts, expected] of cases) {
    it(`says what cannot in or of ${where}, and why`, () => {
      // A cluster is offered for panels alone.
      const offered = insertChoices.filter((choice) => choice !== "dask" && choice !== "spark");
      const found = offered.flatMap((choice) => {
        const obstacle = obstacleTo(choice, target, facts);
        return obstacle === undefined ? [] : [[choice, obstacle.kind]];
      });
      assert.deepEqual(Object.fromEntries(found), expected);
    });
  }

  it("is a table in Markdown where there is no code", () => {
    assert.deepEqual(wayOfChoice("table", "r"), { way: "values", language: "markdown" });
    assert.deepEqual(wayOfChoice("request", "r"), { way: "request", language: "r" });
  });

  it("is a cluster for panels in Python alone", () => {
    const facts = { ...service, hasPanel: true };
    const sample = { ...facts, hasSample: true };
    const kinds = [
      obstacleTo("dask", saved, facts),
      obstacleTo("spark", unsaved, facts),
      obstacleTo("dask", saved, service),
      obstacleTo("dask", { ...saved, language: "r" }, facts),
      obstacleTo("spark", saved, sample),
    ].map((each) => each?.kind);
    assert.deepEqual(kinds, [undefined, undefined, "series", "language", "port"]);
    assert.deepEqual(wayOfChoice("dask", "python"), {
      way: "request",
      language: "python",
      cluster: "dask",
    });
  });

  it("is remembered in the workspace for its language, and nothing else is", async () => {
    const state = memento();
    const remembered = new RememberedChoice(state, "python");
    assert.equal(remembered.last, undefined);
    await remembered.remember("request");
    assert.equal(new RememberedChoice(state, "python").last, "request");
    assert.equal(new RememberedChoice(state, "r").last, undefined);
    assert.equal(new RememberedChoice(state, undefined).last, undefined);
    await state.update("insert.way.python", "rm -rf");
    assert.equal(remembered.last, undefined);
  });
});

describe("the folder of a target", () => {
  it("is that of its file, on this computer or the remote one", () => {
    assert.equal(folderOfTarget(saved)?.path, "/project");
    const remote = vscode.Uri.parse("vscode-remote://ssh+host/home/a/b.py");
    assert.equal(folderOfTarget({ ...saved, uri: remote })?.path, "/home/a");
    assert.deepEqual([folderOfTarget(unsaved), folderOfTarget(virtual)], [undefined, undefined]);
  });

  it("is none of ours: series cannot be written to", () => {
    const series = vscode.Uri.parse("macro-signals:/sample/signals/INFL/2/x.csv");
    assert.equal(isWritableDocument(series), false);
    assert.equal(isWritableDocument(saved.uri), true);
    assert.equal(isWritableDocument(unsaved.uri), true);
  });
});

describe("the choices", () => {
  const details = (count: number, hasSample: boolean, target = saved): (string | undefined)[] =>
    choiceRows({ target, hasSample, count }).map(({ detail }) => detail);

  it("say how many files there will be", () => {
    const [one] = details(1, false);
    assert.equal(one, "A Parquet file in data/, read by relative path");
    const [several] = details(3, false);
    assert.equal(several, "3 Parquet files in data/, read by relative path");
    const [r] = details(3, false, { ...unsaved, language: "r" });
    assert.equal(r, "Asks where to save it, then writes 3 CSV files to data/");
  });

  it("say of what is not to be had why, behind all that is, and look like it", () => {
    const rows = choiceRows({ target: saved, hasSample: false, hasPanel: true, count: 1 });
    const facts = rows.map(({ label, description, iconPath }) => [
      label,
      description,
      iconPath instanceof vscode.ThemeIcon ? iconPath.id : undefined,
    ]);
    const reason = "a panel needs a file or a cluster";
    assert.deepEqual(facts, [
      ["Data File and Code", undefined, "file"],
      ["Dask", undefined, "server-process"],
      ["Spark", undefined, "server-process"],
      ["not available here", undefined, undefined],
      ["Live Request", reason, "circle-slash"],
      ["Values", reason, "circle-slash"],
      ["Markdown Table", reason, "circle-slash"],
    ]);
  });

  it("say where code has its key from, which the sample service does not ask for", () => {
    assert.match(details(1, false).join("\n"), /the variable MACRO_SIGNALS_API_KEY/);
    assert.doesNotMatch(details(1, true).join("\n"), /MACRO_SIGNALS_API_KEY/);
    assert.match(details(1, true).join("\n"), /with the key sample/);
  });
});

describe("what is told of inserted series", () => {
  const days = ["2024-01-01", "2024-01-02", "2024-01-03"];
  const target = { connectionId: "sample", reference: sampleSignal() };
  const series = {
    target,
    reference: sampleSignal(),
    frame: frameOf(days, { Level: [1, 2, 3] }),
    repairs: noRepairs,
    retrievedAt: "20261120T101500Z" as Instant,
    service: "sample",
    isSample: true,
  };
  const subject = { target };
  const line = { reference: sampleSignal(), service: "sample" };
  const made = [{ subject, line, text: "", comment: "", name: "" }];
  const fetched = [{ subject, series, baseUrl: "http://127.0.0.1:8765" }];

  it("is how many rows of how many", () => {
    const sliced = { ...subject, slice: { from: 19_724 } };
    const both = [subject, sliced].map((each) => ({ subject: each, series }));
    assert.deepEqual(rowsToInsert(both, 2), { inserted: 4, total: 5 });
  });

  it("is kind and as-of, too, of one and of several of the same", () => {
    const us = { ...sampleSignal(), asOf: "latest" } as const;
    const subjectOf = (reference: Reference): InsertSubject => ({
      target: { connectionId: "acme", reference },
    });
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const panel = panelRef({ ...us, tags: { country_iso: "*" } });
    const cases: [references: Reference[], label: string][] = [
      [[us], "Name · FIT · latest"],
      [[sampleSignal()], "Name · FIT · as of 28 Jun 2024"],
      [[forecast], "Name"],
      [[us, { ...us, code: "GROWTH" }], "2 series · FIT · latest"],
      [[us, { ...us, dataKind: "SNAP" }], "2 series"],
      [[us, forecast], "2 series"],
      [[forecast, forecast], "2 series"],
      [[panel, { ...panel, code: "GROWTH" }], "2 panels · FIT · latest"],
      [[us, panel], "2 series and panels · FIT · latest"],
    ];
    for (const [references, label] of cases) {
      assert.equal(subjectsLabel(references.map(subjectOf), "Name"), label);
    }
  });

  it("is the as-of of one, what of its answer is not in it, and the count of several (DATA-10)", () => {
    assert.match(
      insertedText(made, { fetched, panels: [], failed: [] }),
      /^Inserted SAMPLE INFL US .*as of 28 Jun 2024/,
    );
    assert.equal(
      insertedText([...made, ...made], { fetched, panels: [], failed: [] }),
      "Inserted 2 series",
    );
    const repairs = { ...noRepairs, duplicateRows: 2 };
    const repaired = [
      { subject, series: { ...series, repairs }, baseUrl: "http://127.0.0.1:8765" },
    ];
    assert.match(
      insertedText(made, { fetched: repaired, panels: [], failed: [] }),
      /^Inserted SAMPLE INFL US .* · duplicate rows counted once: 2$/,
    );
    assert.equal(
      insertedText([...made, ...made], {
        fetched: [...repaired, ...repaired],
        panels: [],
        failed: [],
      }),
      "Inserted 2 series, duplicate rows counted once: 4",
    );
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const forecast = { target: { connectionId: "acme", reference } };
    const inserted = [
      { subject: forecast, line: { ...line, reference }, text: "", comment: "", name: "" },
    ];
    const words = insertedText(inserted, { fetched: [], panels: [], failed: [] });
    assert.equal(words, "Inserted SPX USD 12 Months");
    const all = { fetched: [], panels: [], failed: [] };
    const marked = insertedText(inserted, all, undefined, "20240628T235959Z" as Instant);
    assert.equal(marked, "Inserted SPX USD 12 Months, latest, not as of 28 Jun 2024");
  });
});
