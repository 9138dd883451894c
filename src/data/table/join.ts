import { type PanelRef } from "../../shared/reference";
import { type CoordinateName } from "../coordinates";
import { type DatedColumn, numbersOn, textsOn, unionOfDays } from "./dayUnion";
import { type Frame } from "../frame";
import { type LongColumn, type LongLayout, type LongPart, freeName, longLayout } from "./long";
import { type PairedVariant, type VariantFrame, pairedVariants } from "./pairedVariants";

/** A panel to be joined with others. */
export interface JoinedPanel {
  /** Prefix of its column names; unique per panel. */
  readonly prefix: string;
  /** Sorted. */
  readonly tagKinds: readonly string[];
  /** The columns of all its series. */
  readonly columns: readonly LongColumn[];
}

/** Where the joined panels differ in coverage. */
export interface JoinMismatch {
  /** The number of variants of the table, and of those that all panels have. */
  readonly variants: number;
  readonly shared: number;
  /** For each panel the variants that it lacks, by their values for the tag kinds of the table. */
  readonly missing: readonly (readonly VariantFrame["values"][])[];
  /** The number of rows of the shared variants, and of those whose day not all panels have. */
  readonly rows: number;
  readonly uneven: number;
}

/**
 * Joins several panels into one long table, keyed by date and the tag kinds of any of them. Each panel's columns are
 * side by side, with its prefix. Where a panel lacks a variant or a day, its columns are missing values.
 */
export class PanelJoin {
  readonly layout: LongLayout;
  /** Sorted. */
  readonly tagKinds: readonly string[];
  private readonly names: readonly ReadonlyMap<string, LongColumn>[];
  private readonly missing: readonly VariantFrame["values"][][];
  private variants = 0;
  private shared = 0;
  private rows = 0;
  private uneven = 0;

  constructor(panels: readonly JoinedPanel[]) {
    this.tagKinds = [...new Set(panels.flatMap(({ tagKinds }) => tagKinds))].sort();
    const taken = new Set<string>();
    this.names = panels.map(({ prefix, columns }) => {
      const named = columns.map(({ name, type }) => {
        return [name, { name: freeName(`${prefix}_${name}`, taken), type }] as const;
      });
      return new Map(named);
    });
    const coordinates = this.tagKinds.map((name): CoordinateName => ({ name, type: "text" }));
    this.layout = longLayout(
      coordinates,
      this.names.map((names) => [...names.values()]),
    );
    this.missing = panels.map(() => []);
  }

  /** The tag values of a panel's variant for the tag kinds of the table. */
  valuesOf(tags: Readonly<Record<string, string>>): VariantFrame["values"] {
    return this.tagKinds.map((kind) => (Object.hasOwn(tags, kind) ? (tags[kind] ?? null) : null));
  }

  /**
   * The table, variant by variant.
   *
   * @param frames - For each panel, sorted.
   */
  async *parts(
    frames: readonly AsyncIterable<VariantFrame>[],
  ): AsyncGenerator<LongPart, void, void> {
    for await (const variant of pairedVariants(frames)) {
      const frame = this.joined(variant.frames);
      this.count(variant, frame.days.length);
      yield { coordinates: variant.values, frame };
    }
  }

  /** The mismatch among the parts returned so far. */
  get mismatch(): JoinMismatch {
    const { variants, shared, missing, rows, uneven } = this;
    return { variants, shared, missing, rows, uneven };
  }

  private joined(frames: readonly (Frame | undefined)[]): Frame {
    const present = frames.flatMap((frame) => frame ?? []);
    const days = unionOfDays(present.map((frame) => frame.days));
    const columns = frames.flatMap((frame, at) => {
      if (frame === undefined) return [];
      return [...(this.names[at] ?? [])].map(([own, { name, type }]) => {
        const column = frame.columns.find((each) => each.name === own);
        const source: DatedColumn = { days: frame.days, column };
        return type === "text" ? textsOn(days, name, source) : numbersOn(days, name, source);
      });
    });
    return { days, columns };
  }

  private count({ values, frames }: PairedVariant, rows: number): void {
    this.variants++;
    for (const [at, frame] of frames.entries()) {
      if (frame === undefined) this.missing[at]?.push(values);
    }
    if (frames.some((frame) => frame === undefined)) return;
    this.shared++;
    this.rows += rows;
    this.uneven += rows - sharedDays(frames.flatMap((frame) => frame?.days ?? []));
  }
}

/** The number of days that all arrays contain; each is strictly ascending. */
function sharedDays([first, ...others]: readonly Int32Array[]): number {
  const sets = others.map((days) => new Set(days));
  return first?.filter((day) => sets.every((days) => days.has(day))).length ?? 0;
}

/**
 * Column prefixes that distinguish panels, in order: the code, followed by version, kind and as-of as far as needed; a
 * number if nothing else distinguishes them.
 */
export function panelPrefixes(panels: readonly PanelRef[]): readonly string[] {
  const parts: readonly ((panel: PanelRef) => string)[] = [
    ({ version }) => `_v${version}`,
    ({ dataKind }) => `_${dataKind}`,
    ({ asOf }) => `_${asOf}`,
  ];
  const taken = new Set<string>();
  return panels.map((panel) => {
    const alike = panels.filter(({ code }) => code === panel.code);
    const shown = parts.filter((part) => new Set(alike.map(part)).size > 1);
    return freeName(panel.code + shown.map((part) => part(panel)).join(""), taken);
  });
}
