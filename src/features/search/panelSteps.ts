import * as vscode from "vscode";
import { labelledValues } from "../../catalog/labelledValues";
import { LabelOrder } from "../../catalog/labelOrder";
import { type TagAxis } from "../../catalog/panelStart";
import { ReadableNames } from "../../catalog/readableNames";
import { plainLabel } from "../../shared/plainText";
import { type TagSet } from "../../shared/reference";
import { isNameable } from "../../shared/segment";
import { readableTagKind } from "../../shared/tagKind";
import { type Choice } from "../../editor/prompt/pickOne";

/** The possible panels of a signal's variants: `Country, for one Sector`. */
export function axisRows(axes: readonly TagAxis[]): readonly Choice<TagAxis>[] {
  const { t } = vscode.l10n;
  const labels = axes.map(({ tagKind, others }) => {
    const name = readableTagKind(tagKind);
    const held = others.map(readableTagKind).join(" × ");
    return plainLabel(held === "" ? name : t("{0}, for one {1}", name, held));
  });
  return axes.map((axis, at) => {
    const label = labels[at] ?? "";
    // Kinds with the same readable name, such as `country_iso` and `country_name`, differ only in the service's spelling.
    const isShared = labels.indexOf(label) !== labels.lastIndexOf(label);
    const kinds = plainLabel([axis.tagKind, ...axis.others].join(" × "));
    return { value: axis, label, ...(isShared ? { description: kinds } : {}) };
  });
}

/** The editor's list is slow with more rows; no panel has as many values (LIST-04). */
const maxValueRows = 10_000;

/** The placeholder, with the number of values that {@link valueRows} omits. */
export function withMore(placeholder: string, { length }: readonly string[]): string {
  const more = length - maxValueRows;
  return more > 0 ? vscode.l10n.t("{0} ({1} more not shown)", placeholder, more) : placeholder;
}

/** The values of a tag kind, sorted as people look for them. */
export function valueRows(tagKind: string, values: readonly string[]): readonly Choice<string>[] {
  const { language } = vscode.env;
  const words = { names: new ReadableNames(language), order: new LabelOrder(language) };
  const labelled = labelledValues(tagKind, values, words, maxValueRows);
  const nameable = labelled.filter(({ value }) => isNameable(value));
  return nameable.map(({ label, value }) => ({
    value,
    label: plainLabel(label),
    ...(label === value ? {} : { description: plainLabel(value) }),
  }));
}

/** The ticked values; all values become `all`, which includes future ones. */
export function setOf(ticked: readonly string[], rows: readonly Choice<string>[]): TagSet {
  return ticked.length === rows.length ? "*" : ticked;
}

/** The values ticked at first: those ticked before that still exist, else all. */
export function tickedOf(
  rows: readonly Choice<string>[],
  before: TagSet | undefined,
): readonly string[] {
  const all = rows.map(({ value }) => value);
  if (before === undefined || before === "*") return all;
  const earlier = new Set(before);
  const again = all.filter((value) => earlier.has(value));
  return again.length === 0 ? all : again;
}
