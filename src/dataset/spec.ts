import { type AsOfGrid, formatGrid } from "../shared/asOfGrid";
import { isoOfDay } from "../shared/day";
import { type AsOf, dayOfInstant, isEndOfDay } from "../shared/instant";
import {
  type ForecastRef,
  type PanelRef,
  type Reference,
  type SeriesRef,
  type SignalRef,
  type Vintage,
} from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type WireFormat } from "../shared/wireFormat";

/** The ends of the names of a spec and of its lock. */
export const specEnding = ".macrodata.json";
export const lockEnding = ".macrodata.lock.json";

/** The version of both files. */
export const datasetVersion = 1;

export const datasetLayouts = ["long", "files", "partitioned"] as const;

/** One file a table; one file a series (panels and sets); one folder an as-of (vintages). */
export type DatasetLayout = (typeof datasetLayouts)[number];

/** Where and how the tables of a dataset are written. */
export interface DatasetOutput {
  /** Below the folder of the spec, with `/`; `.` is that folder. */
  readonly folder: string;
  readonly format: WireFormat;
  readonly layout: DatasetLayout;
}

interface NamedTable {
  readonly name: string;
  readonly layout: DatasetLayout;
}

/** A table of a dataset; its signals have the kind and the as-of that they are requested with. */
export type DatasetTable = NamedTable &
  (
    | { readonly kind: "series"; readonly member: SignalRef }
    | { readonly kind: "panel"; readonly member: PanelRef }
    | { readonly kind: "set"; readonly members: readonly SeriesRef[] }
    | {
        readonly kind: "vintages";
        /** Their own as-of is `latest` and has no meaning. */
        readonly members: readonly (SignalRef | PanelRef)[];
        readonly asOfs: AsOfGrid;
      }
    | { readonly kind: "forecast"; readonly member: ForecastRef }
  );

/** The content of `NAME.macrodata.json`, which a person writes. */
export interface DatasetSpec extends Vintage {
  /** The service's base URL as in reference lines, or the word `sample`. */
  readonly service: string;
  readonly output: DatasetOutput;
  /** In the order of the file. */
  readonly tables: readonly DatasetTable[];
}

/** The layout of a table that names none: the dataset's where the table can have it, else one file. */
export function usualLayout(kind: DatasetTable["kind"], layout: DatasetLayout): DatasetLayout {
  return canHaveLayout(kind, layout) ? layout : "long";
}

export function canHaveLayout(kind: DatasetTable["kind"], layout: DatasetLayout): boolean {
  if (layout === "files") return kind === "panel" || kind === "set";
  return layout === "long" || kind === "vintages";
}

/**
 * The canonical text of a spec: its digest is in the lock. References are short where kind and as-of are those of the
 * file. Parsing it returns an equal spec.
 */
export function formatDatasetSpec(spec: DatasetSpec): string {
  const { service, dataKind, asOf, output, tables } = spec;
  const entries = tables.map((table) => [table.name, tableValue(table, spec)] as const);
  const value = {
    ...{ macrodata: datasetVersion, service, kind: dataKind, asOf: asOfValue(asOf), output },
    tables: Object.fromEntries(entries),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function tableValue(table: DatasetTable, spec: DatasetSpec): Record<string, unknown> {
  const layout =
    table.layout === usualLayout(table.kind, spec.output.layout) ? {} : { layout: table.layout };
  switch (table.kind) {
    case "series":
    case "panel":
    case "forecast":
      return { [table.kind]: specPath(table.member, spec), ...layout };
    case "set":
      return { set: table.members.map((member) => specPath(member, spec)), ...layout };
    case "vintages":
      return {
        vintages: table.members.map((member) => vintagePath(member, spec)),
        asOfs: formatGrid(table.asOfs),
        ...layout,
      };
  }
}

/** A reference as a spec of this kind and as-of has it: short if both are the spec's. */
function specPath(reference: Reference, spec: Vintage): string {
  const path = referencePath(reference);
  if (reference.family === "forecast") return path;
  const isShort = reference.dataKind === spec.dataKind && reference.asOf === spec.asOf;
  return isShort ? withoutSegments(path, 2) : path;
}

function vintagePath(reference: SignalRef | PanelRef, { dataKind }: DatasetSpec): string {
  return withoutSegments(referencePath(reference), reference.dataKind === dataKind ? 2 : 1);
}

function withoutSegments(path: string, count: number): string {
  return path.split("/").slice(0, -count).join("/");
}

/** The date if an instant is the end of that day. */
function asOfValue(asOf: AsOf): string {
  if (asOf === "latest" || !isEndOfDay(asOf)) return asOf;
  return isoOfDay(dayOfInstant(asOf));
}
