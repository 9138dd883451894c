import assert from "node:assert/strict";
import { LineActions } from "../../../src/features/notebook/lines/lineActions";
import { type FailureContext } from "../../../src/editor/report/failureReporter";
import { type LineLocation } from "../../../src/features/notebook/lines/lineItems";
import { LineBench, placesIn } from "../../support/lineBench";
import { sampleSignal } from "../../support/sampleSeries";

describe("what is asked for at reference lines", () => {
  let bench: LineBench;
  let actions: LineActions;
  let failures: unknown[];
  let offers: { readonly title: string; run(): unknown }[];
  beforeEach(() => {
    bench = new LineBench();
    failures = [];
    offers = [];
    const report = (error: unknown, context: FailureContext): Promise<void> => {
      failures.push(error);
      offers.push(...(context.offers ?? []));
      return Promise.resolve();
    };
    const { services, connections, worker } = bench;
    actions = new LineActions({ services, connections, worker, failures: { report } });
  });
  afterEach(async () => {
    actions.dispose();
    await bench.dispose();
  });

  it("twice at once refreshes once, and then finds nothing that has changed", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "file"));
    const location: LineLocation = { uri: document.uri.toString(), row: 0 };
    await Promise.all([actions.refresh(location), actions.refresh(location)]);
    assert.deepEqual(failures, []);
    assert.equal(bench.dataFiles.length, 2);
    const [, added = ""] = bench.dataFiles;
    assert.ok(document.getText().includes(`data/${added}`));
  });

  it("over code of others says so, and changes the line alone when a person wants it", async () => {
    const { href } = bench.services.connection.baseUrl;
    const line = `# macro-signals: signals/INFL/2/country_iso=US/SNAP/20240628T235959Z @ ${href}`;
    const document = await bench.script(`${line}\ncode = load_it()\n`);
    await actions.refresh({ uri: document.uri.toString(), row: 0 });
    assert.match(
      String(failures[0]),
      /was not inserted by this extension, so only the line can be changed$/,
    );
    assert.equal(document.lineAt(0).text, line);
    assert.deepEqual(
      offers.map(({ title }) => title),
      ["Change Line"],
    );
    await offers[0]?.run();
    const [changed] = placesIn(document);
    const asOf = changed?.line.reference.family === "signal" ? changed.line.reference.asOf : "";
    assert.ok(asOf > "20260101T000000Z");
    assert.equal(document.lineAt(1).text, "code = load_it()");
  });

  it("of two lines at once, and of all of them, changes each though rows come above it", async () => {
    const ways = ["values", "file"] as const;
    const codes = await Promise.all(ways.map((way) => bench.code(sampleSignal("US"), way)));
    const document = await bench.script(`${codes.join("\n\n# %%\n")}\n`);
    const uri = document.uri.toString();
    const rows = placesIn(document).map(({ row }) => row);
    const each = rows.map((row) => actions.refresh({ uri, row }));
    await Promise.all([...each, actions.refreshAll()]);
    assert.deepEqual(failures, []);
    for (const { line } of placesIn(document)) {
      assert.ok(line.reference.family === "signal" && line.reference.asOf > "20260101T000000Z");
    }
  });

  it("of a series that fails does not keep the next from its turn", async () => {
    const code = await bench.code(sampleSignal(), "request");
    const document = await bench.script(code.replace("/INFL/", "/NONE/"));
    const location: LineLocation = { uri: document.uri.toString(), row: 0 };
    await actions.refresh(location);
    await Promise.all([actions.refresh(location), actions.refresh(location)]);
    assert.equal(failures.length, 3);
  });
});
