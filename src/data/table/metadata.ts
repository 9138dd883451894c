import { type PanelRef, type SeriesRef } from "../../shared/reference";
import { referencePath, undatedPath } from "../../shared/referencePath";
import { type Slice, sliceSegments } from "../../shared/slice";
import {
  type HeldPanel,
  type HeldSeries,
  type HeldTable,
  type HeldVintages,
  type TableView,
} from "./content";

type Metadata = Readonly<Record<string, string>>;

/**
 * Keys and values for the footer of a table's Parquet file, with which its values can be requested again: the
 * reference; for several series the references as a JSON array; for a panel both; for joined panels each with its
 * expansion; for vintages the references without an as-of, and the as-ofs. The value digests are added where the file is encoded. There is no time of retrieval, so that equal data
 * have equal metadata.
 */
export function tableMetadata(
  table: HeldTable | HeldVintages,
  { slice, column }: TableView = {},
): Metadata {
  // The order of the keys is that in the file.
  switch (table.kind) {
    case "series": {
      const origins = [originOf(table.member)];
      return {
        "macro-signals.reference": referencePath(table.member.reference),
        ...sourceMetadata(origins),
        ...sliceMetadata(slice),
        ...flagMetadata(origins),
      };
    }
    case "set": {
      const origins = table.members.map(originOf);
      return {
        "macro-signals.references": JSON.stringify(pathsOf(table.members)),
        ...sourceMetadata(origins),
        ...flagMetadata(origins),
        ...columnMetadata(column),
      };
    }
    case "panel": {
      const { reference, variants } = table.member.panel;
      const origins = [originOfPanel(table.member)];
      return {
        "macro-signals.reference": referencePath(reference),
        "macro-signals.references": JSON.stringify(pathsOf(variants)),
        ...sourceMetadata(origins),
        ...sliceMetadata(slice),
        ...columnMetadata(column),
        ...flagMetadata(origins),
      };
    }
    case "join": {
      const origins = table.members.map(originOfPanel);
      const panels = table.members.map(({ panel }) => {
        return { reference: referencePath(panel.reference), references: pathsOf(panel.variants) };
      });
      return {
        "macro-signals.panels": JSON.stringify(panels),
        ...sourceMetadata(origins),
        ...flagMetadata(origins),
      };
    }
    case "vintages": {
      const { members, asOfs, service, isSample } = table;
      return {
        "macro-signals.references": JSON.stringify(members.map(undatedPath)),
        "macro-signals.service": service,
        "macro-signals.as_ofs": JSON.stringify(asOfs),
        ...flagMetadata([{ isSample, isStale: false }]),
      };
    }
  }
}

interface Flags {
  readonly isSample: boolean;
  readonly isStale: boolean;
}

/** The source of the values of a series or a panel. */
interface MemberOrigin extends Flags {
  readonly reference: SeriesRef | PanelRef;
  readonly service: string;
}

function originOf({ reference, service, isSample, staleBecause }: HeldSeries): MemberOrigin {
  return { reference, service, isSample, isStale: staleBecause !== undefined };
}

function originOfPanel({ panel, service, isSample }: HeldPanel): MemberOrigin {
  const { reference, staleBecause } = panel;
  return { reference, service, isSample, isStale: staleBecause !== undefined };
}

/** The service, or the services if they differ, and the as-of if it is the same for all. */
function sourceMetadata(members: readonly MemberOrigin[]): Metadata {
  const services = members.map(({ service }) => service);
  const [service = ""] = services;
  const asOfs = new Set(
    members.flatMap(({ reference }) => (reference.family === "forecast" ? [] : [reference.asOf])),
  );
  const [asOf] = asOfs;
  return {
    ...(new Set(services).size > 1
      ? { "macro-signals.services": JSON.stringify(services) }
      : { "macro-signals.service": service }),
    ...(asOf !== undefined && asOfs.size === 1 ? { "macro-signals.as_of": asOf } : {}),
  };
}

/** Whether any member is stale or synthetic. */
function flagMetadata(members: readonly Flags[]): Metadata {
  return {
    ...(members.some(({ isStale }) => isStale) ? { "macro-signals.stale": "true" } : {}),
    ...(members.some(({ isSample }) => isSample) ? { "macro-signals.synthetic": "true" } : {}),
  };
}

function sliceMetadata(slice: Slice = {}): Metadata {
  const segments = sliceSegments(slice);
  return segments.length === 0 ? {} : { "macro-signals.slice": segments.join("/") };
}

function columnMetadata(column: string | undefined): Metadata {
  return column === undefined ? {} : { "macro-signals.column": column };
}

function pathsOf(members: readonly { readonly reference: SeriesRef }[]): string[] {
  return members.map(({ reference }) => referencePath(reference));
}
