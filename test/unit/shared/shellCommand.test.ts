import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { endOfDay } from "../../../src/shared/instant";
import { dayOfIso } from "../../../src/shared/day";
import { forecastRef, panelRef, signalRef } from "../../../src/shared/reference";
import { type CommandSubject, type Shell, shellCommand } from "../../../src/shared/shellCommand";
import { temporaryFolder } from "../../support/temporaryFolder";

const asOf = endOfDay(dayOfIso("2024-06-28") ?? Number.NaN);
const series = signalRef({
  ...{ code: "INFL", version: 2, tags: { country_iso: "US", sector: "Oil & Gas" } },
  ...{ dataKind: "FIT", asOf },
});
const panel = panelRef({
  ...{ code: "INFL", version: 2, tags: { country_iso: "*" }, dataKind: "SNAP", asOf: "latest" },
});
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const service = "https://api.acme.com/it's";

const cases: readonly (readonly [
  when: string,
  subject: CommandSubject,
  args: readonly string[],
])[] = [
  [
    "series, panels and forecasts",
    { kind: "series", references: [series, panel, forecast] },
    [
      "series",
      "signals/INFL/2/country_iso=US,sector=Oil %26 Gas/FIT/20240628T235959Z",
      "signals/INFL/2/country_iso=*/SNAP/latest",
      "forecasts/SPX/USD/12 Months",
    ],
  ],
  [
    "vintages on a grid",
    {
      kind: "vintages",
      references: [panel],
      asOfs: { every: "month", from: "2024-01-31", to: "2024-03-31" },
    },
    [
      ...["vintages", "signals/INFL/2/country_iso=*/SNAP"],
      ...["--every", "month", "--from", "2024-01-31", "--to", "2024-03-31"],
    ],
  ],
  [
    "vintages at listed as-ofs",
    { kind: "vintages", references: [series], asOfs: [asOf, asOf] },
    [
      ...["vintages", "signals/INFL/2/country_iso=US,sector=Oil %26 Gas/FIT"],
      ...["--as-ofs", "20240628T235959Z,20240628T235959Z"],
    ],
  ],
  [
    "a dataset whose path is full of quotes",
    { kind: "dataset", spec: 'it\'s "a" $HOME `x` \u2019 \\ study.macrodata.json' },
    ["fetch", 'it\'s "a" $HOME `x` \u2019 \\ study.macrodata.json'],
  ],
];

const shells: readonly (readonly [program: string, shell: Shell, flags: readonly string[]])[] = [
  ["sh", "sh", ["-c"]],
  ["bash", "sh", ["-c"]],
  ["zsh", "sh", ["-c"]],
  ["fish", "sh", ["-c"]],
  ["pwsh", "powershell", ["-NoProfile", "-Command"]],
];

describe("shellCommand", function () {
  this.timeout(60_000);
  const folder = temporaryFolder("shell");
  const program = path.join(folder.path, "it's here", "cli.cjs");

  before(() => {
    mkdirSync(path.dirname(program));
    const seen = "[process.env.MACRO_SIGNALS_BASE_URL, ...process.argv.slice(2)]";
    writeFileSync(program, `process.stdout.write(JSON.stringify(${seen}));`);
  });

  after(() => folder.remove());

  for (const [name, shell, flags] of shells) {
    for (const [when, subject, args] of cases) {
      it(`passes ${when} through ${name}`, function () {
        if (spawnSync(name, [...flags, "exit 0"]).error !== undefined) this.skip();
        const place = { program, service, output: "the file.csv" };
        const text = shellCommand(shell, subject, place) ?? "";
        const { stdout } = spawnSync(name, [...flags, text], { encoding: "utf8" });
        assert.deepEqual(JSON.parse(stdout), [service, ...args, "--output", "the file.csv"]);
      });
    }
  }

  it("names no service for sample data", () => {
    const subject = { kind: "series", references: [forecast] } as const;
    assert.equal(
      shellCommand("sh", subject, { program: "/opt/cli.cjs", service: "sample" }),
      "node /opt/cli.cjs series 'forecasts/SPX/USD/12 Months' --sample",
    );
  });

  it("quotes for PowerShell, whose quotes may be typographic", () => {
    const subject = { kind: "dataset", spec: "C:\\it's\u2019 a\\s.json" } as const;
    assert.equal(
      shellCommand("powershell", subject, { program: "C:/cli.cjs", service: "https://a.b" }),
      "$env:MACRO_SIGNALS_BASE_URL = https://a.b; node C:/cli.cjs fetch 'C:\\it''s\u2019\u2019 a\\s.json'",
    );
  });

  it("makes no text of a path with control characters", () => {
    const place = { program: "cli.cjs", service };
    for (const spec of ["a\nb", "a\u0003rm", "a\u001B[201~"]) {
      assert.equal(shellCommand("sh", { kind: "dataset", spec }, place), undefined);
    }
  });
});
