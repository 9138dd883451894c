import assert from "node:assert/strict";
import { type InLanguage } from "../../../../../src/features/notebook/code/languages";
import { requestCode } from "../../../../../src/features/notebook/code/codePieces";
import { type RequestCodeSubject } from "../../../../../src/features/notebook/code/language";
import { UnsayableError } from "../../../../../src/features/notebook/code/requestParts";
import { type Reference, panelRef, signalRef } from "../../../../../src/shared/reference";
import { inflation, lineOf, shares } from "../../../../support/insertSubjects";

function codeOf(subject: Partial<InLanguage<RequestCodeSubject>>): string {
  const baseUrl = "https://api.acme.com/prefix";
  return requestCode({
    line: lineOf(),
    library: "pandas",
    language: "python",
    baseUrl,
    ...subject,
  }).text;
}

describe("requestCode", () => {
  it("holds a request of Python as exact texts that are encoded when it runs", () => {
    const lines = codeOf({}).split("\n");
    assert.equal(
      lines[0],
      "# macro-signals: signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ https://api.acme.com/prefix",
    );
    assert.deepEqual(lines.slice(lines.indexOf("infl_v2_us_fit = macro_signals_table(")), [
      "infl_v2_us_fit = macro_signals_table(",
      `    "https://api.acme.com/prefix",`,
      `    ["api", "v3", "signal", "INFL", "2", "data"],`,
      `    {"country_iso": "US", "kind": "FIT", "as_of_utc": "2026-11-19T23:59:59"},`,
      ")",
    ]);
  });

  const formats: [what: string, subject: Partial<InLanguage<RequestCodeSubject>>, part: RegExp][] =
    [
      [
        "Parquet where there is pyarrow with pandas",
        {},
        / fmt = "parquet" if importlib\.util\.find_spec\("pyarrow"\) else "csv"\n/,
      ],
      ["Parquet with polars", { library: "polars" }, / fmt = "parquet"\n/],
      ["CSV in R", { language: "r" }, /, fmt = "csv"\)|fmt = "csv"\n/],
    ];
  for (const [what, subject, part] of formats) {
    it(`asks for ${what}`, () => assert.match(codeOf(subject), part));
  }

  it("holds a request of R the same way", () => {
    const lines = codeOf({ language: "r", line: lineOf(shares) }).split("\n");
    assert.deepEqual(lines.slice(1, 17), [
      "spx_usd_12_months <- local({",
      `  key <- Sys.getenv("MACRO_SIGNALS_API_KEY")`,
      String.raw`  blanks <- "(?:\\s|\\xC2\\xA0|\\xEF\\xBB\\xBF)+"`,
      `  blanks <- paste0("^", blanks, "|", blanks, "$")`,
      `  key <- gsub(blanks, "", key, perl = TRUE, useBytes = TRUE)`,
      `  if (key == "") stop("MACRO_SIGNALS_API_KEY is not set")`,
      `  if (grepl("[^ -~]", key, perl = TRUE, useBytes = TRUE)) {`,
      `    stop("MACRO_SIGNALS_API_KEY contains characters that API keys cannot have")`,
      "  }",
      `  headers <- c("X-API-KEY" = key)`,
      "  segments <- c(",
      `    "api", "v3", "forecast", "market", "SPX", "currency", "USD", "horizon", "12 Months",`,
      `    "data"`,
      "  )",
      `  parameters <- c(fmt = "csv")`,
      `  path <- paste(curl::curl_escape(segments), collapse = "/")`,
    ]);
  });

  const languages: [
    what: string,
    subject: Partial<InLanguage<RequestCodeSubject>>,
    part: RegExp,
  ][] = [
    ["pandas", {}, /\n\)\.loc\["2020-01-01":"2020-12-31", \["Level"\]\]$/],
    [
      "polars",
      { library: "polars" },
      /\n\)\.filter\(pl\.col\("Date"\) >= pl\.date\(2020, 1, 1\)\)\.filter\(.* <= pl\.date\(2020, 12, 31\)\)\.select\(\["Date", "Level"\]\)$/,
    ],
    [
      "R",
      { language: "r" },
      /table\[table\$Date >= as\.Date\("2020-01-01"\) & table\$Date <= as\.Date\("2020-12-31"\), c\("Date", "Level"\)\]\n\}\)$/,
    ],
  ];
  for (const [what, subject, part] of languages) {
    it(`takes the part that the line names with ${what}`, () => {
      const slice = { from: 18_262, to: 18_627, columns: ["Level"] };
      assert.match(codeOf({ ...subject, line: { ...lineOf(), slice } }), part);
    });
  }

  for (const language of ["python", "r"] as const) {
    it(`asks the sample service in ${language} with no key but the word that everybody knows`, () => {
      const code = codeOf({ language, line: lineOf(inflation, "sample") });
      assert.match(code, /"X-API-KEY"(:| =) "sample"/);
      assert.doesNotMatch(code, /MACRO_SIGNALS_API_KEY|environ|getenv/);
    });
  }

  const pythons: [what: string, subject: Partial<InLanguage<RequestCodeSubject>>][] = [
    ["pandas", { library: "pandas" }],
    ["polars", { library: "polars" }],
    ["pandas and this computer", { library: "pandas", baseUrl: "http://127.0.0.1:8080" }],
    ["polars and a forecast", { library: "polars", line: lineOf(shares) }],
  ];
  for (const [what, subject] of pythons) {
    it(`refuses redirects in Python with ${what} (SEC-01)`, () => {
      const code = codeOf(subject);
      const refusal = [
        "class NoRedirects(urllib.request.HTTPRedirectHandler):",
        "    def redirect_request(self, *arguments):",
        "        return None",
        "",
        "",
      ];
      assert.ok(code.includes(refusal.join("\n")), code);
      const openers = code.match(/build_opener\([^)]*|urlopen|urlretrieve|install_opener/g) ?? [];
      assert.equal(openers.length, 1);
      assert.match(openers[0], /^build_opener\(NoRedirects\b/);
    });

    it(`raises no answer in Python that repeats the key, with ${what} (SEC-11)`, () => {
      const code = codeOf(subject);
      const raised = code.match(/raise .*/g) ?? [];
      assert.deepEqual(
        raised.filter((line) => !/^raise RuntimeError\("[^"{]*"\)$/.test(line)),
        ["raise RuntimeError(message) from None"],
      );
      const messages = code.match(/message = .*/g) ?? [];
      assert.deepEqual(messages, [
        `message = f"{error.code} {error.reason}: {body}".replace(key, "[REDACTED]")`,
      ]);
    });
  }

  it("follows no redirect in R (SEC-01)", () => {
    for (const baseUrl of ["https://api.acme.com/prefix", "http://127.0.0.1:8080"]) {
      const code = codeOf({ language: "r", baseUrl });
      const handles = code.match(/new_handle\(.*/g) ?? [];
      assert.equal(handles.length, 1);
      assert.match(handles[0], /^new_handle\(followlocation = FALSE, /);
      assert.match(code, /curl_fetch_memory\(url, handle\)/);
      assert.doesNotMatch(code, /followlocation = TRUE/);
    }
  });

  it("stops in R with no answer that repeats the key (SEC-11)", () => {
    const stops = codeOf({ language: "r" }).match(/stop\(.*/g) ?? [];
    assert.deepEqual(
      stops.filter((line) => !/^stop\("[^"]*"\)$/.test(line)),
      [`stop(answer$status_code, ": ", gsub(key, "[REDACTED]", body, fixed = TRUE))`],
    );
  });

  it("goes past proxies to this computer, and only there", () => {
    const local = { baseUrl: "http://127.0.0.1:8080" };
    assert.match(codeOf(local), /ProxyHandler\(\{\}\)/);
    assert.match(codeOf({ ...local, language: "r" }), /noproxy = "\*"/);
    assert.doesNotMatch(codeOf({}) + codeOf({ language: "r" }), /proxy/i);
  });

  const tags = (kind: string): Reference => signalRef({ ...inflation, tags: { [kind]: "US" } });
  const refused: [when: string, reference: Reference][] = [
    ["a panel", panelRef({ ...inflation, tags: { country_iso: ["US", "DE"] } })],
    ["a signal without a code", signalRef({ ...inflation, code: "" })],
    ["a tag kind without a name", tags("")],
    ["a tag kind with the name of the key's parameter", tags("api_key")],
  ];
  for (const [when, reference] of refused) {
    it(`refuses ${when}`, () => {
      assert.throws(() => codeOf({ line: lineOf(reference) }), UnsayableError);
    });
  }
});
