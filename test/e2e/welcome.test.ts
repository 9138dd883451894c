import assert from "node:assert/strict";
import { fetchedCsv, sampleSignal } from "../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { skipAfterFailure } from "../support/skipAfterFailure";
import { useEditor } from "../support/useEditor";

// Each test goes on where the one before it ended.
describe("a window without a connection", () => {
  const editor = useEditor({ settings: { "macroSignals.connection": "" } });
  skipAfterFailure();
  let independent: SampleProgram;

  before(async () => {
    independent = await startSampleProgram({ isCurrent: true });
  });
  after(() => independent.stop());

  it("welcomes with one button and the way to the sample data", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    assert.equal(
      (await signals.message("Connect to a Service")).replace(/\s+/g, " "),
      "Browse macro signals as of any point in time. Explore with sample data: no account needed; the data are synthetic and stay on this computer. Connect to a Service",
    );
    assert.match(
      await forecasts.message("sample data"),
      /use the sample data, .+\s+Connect to a Service/,
    );
    assert.equal(await workbench.statusBarItem("latest").count(), 0);
    await workbench.screenshot("welcome");
  });

  it("lists the sample data, named as such, after one click", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.pressInWelcome("Explore with sample data");
    const [first] = await signals.texts();
    assert.equal(first, "Asset Class Trend ASSET v1");
    assert.equal(await signals.description(), "Sample, synthetic");
    await workbench.statusBarItem("Sample · SNAP · latest").waitFor();
  });

  it("opens a series that is right to the last digit", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    const { shown, expected } = await onOneDay(variants, async ({ label, country }) => {
      await signals.openCsv(label);
      await workbench.waitForActiveTab(`SAMPLE INFL ${country}.csv`);
      const latest = { ...sampleSignal(country, "SNAP"), asOf: "latest" } as const;
      return {
        shown: await workbench.editorText(),
        expected: await fetchedCsv(independent, latest),
      };
    });
    assert.equal(shown, expected);
    await workbench.screenshot("csv");
  });
});

const variants: readonly [Variant, Variant] = [
  { label: "Germany", country: "DE" },
  { label: "France", country: "FR" },
];

interface Variant {
  readonly label: string;
  readonly country: string;
}

/** Sample data grow at midnight UTC: what was read across it is read again, of a series that nobody has read yet. */
async function onOneDay<T>(
  [first, second]: readonly [Variant, Variant],
  read: (variant: Variant) => Promise<T>,
): Promise<T> {
  const day = today();
  const result = await read(first);
  return today() === day ? result : read(second);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
