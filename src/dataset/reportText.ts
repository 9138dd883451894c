import { isoOfDay } from "../shared/day";
import { asOfText } from "../shared/dateText";
import { type Instant } from "../shared/instant";
import { plainLine } from "../shared/plainText";
import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type ChangedSeries, type DriftReport, type DriftSeries } from "./datasetDrift";
import { type Translate, english } from "./specFaultText";
import { type VerifyReport, type VerifyState } from "./verifyDataset";

export const reportFormats = ["text", "markdown", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A report as its parts, in words. */
interface ReportContent {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly lines: readonly ReportLine[] }[];
}

/** A name, which is code, and a remark on it. */
type ReportLine = readonly [name: string, words: string];

/** More lines of a section are counted: all of them are in the JSON. */
const maxLines = 200;

/**
 * A report for people, or as JSON with references as paths; it ends with a line feed.
 *
 * @param t - `vscode.l10n.t` in the editor; English by default.
 */
export function reportText(
  report: VerifyReport | DriftReport,
  format: ReportFormat,
  t: Translate = english,
): string {
  if (format === "json") return `${JSON.stringify(jsonOf(report), null, 2)}\n`;
  const parts = report.kind === "verify" ? verifyParts(report, t) : driftParts(report, t);
  return format === "markdown" ? markdownOf(parts, t) : plainOf(parts, t);
}

/** References become paths, days ISO dates. */
function jsonOf(report: VerifyReport | DriftReport): unknown {
  const replaced = (key: string, value: unknown): unknown => {
    if (key === "reference") return referencePath(value as SeriesRef);
    return ["day", "first", "last"].includes(key) && typeof value === "number"
      ? isoOfDay(value)
      : value;
  };
  return JSON.parse(JSON.stringify(report, replaced));
}

function markdownOf({ title, sections }: ReportContent, t: Translate): string {
  const blocks = sections.map(
    (section) =>
      `\n### ${section.title}\n\n${cut(section.lines, t, ([name, words]) =>
        words === "" ? `- \`${name}\`` : `- \`${name}\`: ${words}`,
      ).join("\n")}\n`,
  );
  return `${title}\n${blocks.join("")}`;
}

function plainOf({ title, sections }: ReportContent, t: Translate): string {
  const blocks = sections.map(
    (section) =>
      `${section.title}\n${cut(section.lines, t, ([name, words]) =>
        words === "" ? `  ${name}` : `  ${name}: ${words}`,
      ).join("\n")}\n`,
  );
  return `${title}\n${blocks.join("")}`;
}

function cut(
  lines: readonly ReportLine[],
  t: Translate,
  lineOf: (line: ReportLine) => string,
): readonly string[] {
  const more = lines.length - maxLines;
  const shown = lines.slice(0, maxLines).map(lineOf);
  return more > 0 ? [...shown, `  ${t("… and {0} more", more)}`] : shown;
}

function verifyParts(
  { files, series, asOf, service, isSame }: VerifyReport,
  t: Translate,
): ReportContent {
  const wrongFiles = files.filter(({ state }) => state !== "same");
  const wrongSeries = series.filter(({ state }) => state !== "same");
  const at = placeText(service, asOf, t);
  const title = isSame
    ? series.length === 0
      ? t("All {0} files match the lock. {1}", files.length, at)
      : t("All {0} series and {1} files match the lock. {2}", series.length, files.length, at)
    : series.length === 0
      ? t("{0} of {1} files do not match the lock. {2}", wrongFiles.length, files.length, at)
      : t(
          "{0} of {1} series and {2} of {3} files do not match the lock. {4}",
          ...[wrongSeries.length, series.length, wrongFiles.length, files.length, at],
        );
  const sections = [
    {
      title: t("Files"),
      lines: wrongFiles.map(({ path, state }): ReportLine => [path, stateText(state, t)]),
    },
    {
      title: t("Series"),
      lines: wrongSeries.map(({ reason, ...each }): ReportLine => {
        const words = stateText(each.state, t);
        return [nameOf(each), reason === undefined ? words : `${words} (${reason})`];
      }),
    },
  ];
  return { title, sections: sections.filter(({ lines }) => lines.length > 0) };
}

function stateText(state: VerifyState, t: Translate): string {
  switch (state) {
    case "same":
      return t("the same");
    case "values differ":
      return t("values differ");
    case "file differs":
      return t("the file differs");
    case "missing":
      return t("missing");
    case "extra":
      return t("not in the lock; delete it, or its rows are read twice");
    case "cannot be fetched":
      return t("could not be fetched");
  }
}

function driftParts(report: DriftReport, t: Translate): ReportContent {
  const { changed, extended, added, gone, broken, rounded, same, unsettled } = report;
  const at = placeText(report.service, report.asOf, t);
  const expected = extended.filter((each) => each.isExpected);
  const grown = extended.filter((each) => !each.isExpected);
  const drifted = changed.length + grown.length + added.length + gone.length;
  const matching = same + rounded.length;
  const title = report.isDrift
    ? t(
        "Series that differ from the lock: {0}; series that match it: {1}. {2}",
        drifted,
        matching,
        at,
      )
    : t("No drift. Series that match the lock: {0}. {1}", matching, at);
  const plain = (series: readonly DriftSeries[]): ReportLine[] =>
    series.map((each) => [nameOf(each), ""]);
  const sections = [
    {
      title: t("Changed"),
      lines: changed.map((each): ReportLine => [nameOf(each), changeText(each, t)]),
    },
    { title: t("New days only, although the as-of is unchanged"), lines: plain(grown) },
    { title: t("New days only (not counted as drift)"), lines: plain(expected) },
    { title: t("Added"), lines: plain(added) },
    { title: t("Gone"), lines: plain(gone) },
    {
      title: t("Could not be fetched (not counted as drift)"),
      lines: broken.map((each): ReportLine => [nameOf(each), String(each.reason)]),
    },
    {
      title: t("Same values except for rounding"),
      lines: rounded.map((each): ReportLine => [
        nameOf(each),
        t("largest difference {0}", each.largest.toExponential(0)),
      ]),
    },
  ].filter(({ lines }) => lines.length > 0);
  const warning = t("{0} series may still change at this as-of.", unsettled);
  return { title: unsettled === 0 ? title : `${title} ${warning}`, sections };
}

function changeText({ changes, largest }: ChangedSeries, t: Translate): string {
  if (changes === undefined) return t("values differ; those of the lock are no longer available");
  const { revised, added, removed, smaller } = changes;
  const counts = t(
    "{0} values revised, {1} added, {2} removed",
    ...[revised.values, added.values, removed.values],
  );
  return [
    counts,
    ...(smaller > 0 ? [t("{0} more differ by less", smaller)] : []),
    ...(largest === undefined
      ? []
      : [
          t(
            "largest change {0} of {1} on {2}",
            ...[
              Number(largest.change.toPrecision(4)),
              columnText(largest.column),
              isoOfDay(largest.day),
            ],
          ),
        ]),
  ].join("; ");
}

/** A column's name, which is the service's, without what Markdown would read. */
function columnText(name: string): string {
  return plainLine(name.replace(/[^\p{Letter}\p{Number} _.-]/gu, " "), 60);
}

function placeText(service: string, asOf: Instant | undefined, t: Translate): string {
  return asOf === undefined
    ? t("Service: {0}.", service)
    : t("Service: {0}, as of {1}.", service, asOfText(asOf));
}

function nameOf({ table, reference }: DriftSeries): string {
  return `${table} ${referencePath(reference)}`;
}
