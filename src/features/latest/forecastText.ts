import { toCell, toNameCell } from "../../data/csvCell";
import { ForecastPartsError } from "../../data/forecastPartsError";
import { type ForecastNode } from "../../service/parseForecastNode";
import { type ForecastSummary } from "../../service/latestForecasts";
import { type WireRecord } from "../../service/wireRecord";
import { encodedText } from "../../store/encodedText";
import { jsonLines } from "./flatRecords";

/** 2,000: trees that differ everywhere would make a table too wide to open. */
const maxColumns = 2_000;

/**
 * Encodes forecasts as an array of JSON with the service's names, one summary to a line. A missing value is null.
 *
 * @throws RangeError for a tree of some thousand levels; the signal's reason when it aborts.
 */
export async function forecastJson(
  summaries: Iterable<ForecastSummary>,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return encodedText(jsonLines(wireTexts(summaries)), signal);
}

function* wireTexts(summaries: Iterable<ForecastSummary>): Generator<string, void> {
  for (const summary of summaries) yield JSON.stringify(forecastToWire(summary));
}

/**
 * Encodes forecasts as CSV: `market_code`, `currency_iso`, `horizon`, `hedging`, then a column for each path of nodes
 * that any tree has (`Forecast`, `Forecast/Trend`), decimal fractions. Of siblings of one kind the second is
 * `Growth (2)`. The `exposure_adjustment` of a node follows it when any tree has one other than 0. A missing node or
 * value is an empty cell.
 *
 * @throws {@link ForecastPartsError}; the signal's reason when it aborts.
 */
export async function forecastCsv(
  summaries: Iterable<ForecastSummary>,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return encodedText(csvOf(summaries), signal);
}

function* csvOf(summaries: Iterable<ForecastSummary>): Generator<string, void> {
  const paths = new NodePaths();
  for (const { latest } of summaries) {
    paths.add(latest);
    yield "";
  }
  const columns = paths.columns();
  const names = ["market_code", "currency_iso", "horizon", "hedging", ...namesOf(columns)];
  yield `${names.map(toNameCell).join(",")}\n`;
  for (const { marketCode, currencyIso, horizonName, hedging, latest } of summaries) {
    const texts = [marketCode, currencyIso, horizonName, hedging];
    const nodes = paths.nodesOf(latest);
    const numbers = columns.flatMap(({ path, hasAdjustment }) => {
      const node = nodes.get(path);
      const forecast = numberCell(node?.forecast);
      return hasAdjustment ? [forecast, numberCell(node?.exposureAdjustment)] : [forecast];
    });
    yield `${[...texts.map(toCell), ...numbers].join(",")}\n`;
  }
}

/** JSON writes NaN as null. */
function forecastToWire(summary: ForecastSummary): WireRecord {
  return {
    market_code: summary.marketCode,
    currency_iso: summary.currencyIso,
    horizon: summary.horizonName,
    hedging: summary.hedging,
    latest: nodeToWire(summary.latest),
    attributions: summary.attributions.map(({ signalCode, variant, forecast }) => ({
      signal_code: signalCode,
      variant,
      forecast,
    })),
  };
}

function nodeToWire({ kind, forecast, exposureAdjustment, drivers }: ForecastNode): WireRecord {
  return {
    kind,
    forecast,
    exposure_adjustment: exposureAdjustment,
    drivers: drivers.map(nodeToWire),
  };
}

function numberCell(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}

/** A path of nodes that some tree has. */
interface NodePath {
  readonly name: string;
  /** The paths below it, by the names of their last nodes. */
  readonly below: Map<string, NodePath>;
  hasAdjustment: boolean;
}

/** A path and the name of its column. */
interface PathColumn {
  readonly path: NodePath;
  readonly name: string;
  readonly hasAdjustment: boolean;
}

/** The union of the paths of many trees. */
class NodePaths {
  private readonly top = newPath("");
  private count = 0;

  /** @throws {@link ForecastPartsError} when there are too many. */
  add(root: ForecastNode): void {
    this.walk(root, (node, parent, name) => {
      const known = parent.below.get(name);
      const path = known ?? newPath(parent === this.top ? name : `${parent.name}/${name}`);
      if (known === undefined) {
        this.count += 1;
        if (this.count > maxColumns) throw new ForecastPartsError(maxColumns);
        parent.below.set(name, path);
      }
      const { exposureAdjustment } = node;
      if (exposureAdjustment !== 0 && !Number.isNaN(exposureAdjustment)) path.hasAdjustment = true;
      return path;
    });
  }

  /** The columns, each path before those below it. */
  columns(): readonly PathColumn[] {
    const columns: PathColumn[] = [];
    const pending = [...this.top.below.values()].reverse();
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      columns.push({ path, name: path.name, hasAdjustment: path.hasAdjustment });
      pending.push(...[...path.below.values()].reverse());
    }
    return columns;
  }

  /** The nodes of a tree by their paths; one whose path was not added is left out. */
  nodesOf(root: ForecastNode): ReadonlyMap<NodePath, ForecastNode> {
    const nodes = new Map<NodePath, ForecastNode>();
    this.walk(root, (node, parent, name) => {
      const path = parent.below.get(name);
      if (path !== undefined) nodes.set(path, node);
      return path;
    });
    return nodes;
  }

  /**
   * Visits a tree from its root; a loop, so that a deep tree needs no call stack.
   *
   * @param place - Undefined skips the nodes below.
   */
  private walk(
    root: ForecastNode,
    place: (node: ForecastNode, parent: NodePath, name: string) => NodePath | undefined,
  ): void {
    const pending = [{ nodes: [root], parent: this.top }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const counts = new Map<string, number>();
      for (const node of next.nodes) {
        const count = (counts.get(node.kind) ?? 0) + 1;
        counts.set(node.kind, count);
        const name = count === 1 ? node.kind : `${node.kind} (${count})`;
        const path = place(node, next.parent, name);
        if (path !== undefined) pending.push({ nodes: [...node.drivers], parent: path });
      }
    }
  }
}

function newPath(name: string): NodePath {
  return { name, below: new Map(), hasAdjustment: false };
}

/** The distinct names of all columns after the first four: kinds may contain slashes and numbers themselves. */
function namesOf(columns: readonly PathColumn[]): readonly string[] {
  const used = new Set<string>();
  const unique = (name: string): string => {
    let own = name;
    for (let count = 2; used.has(own); count++) own = `${name} (${count})`;
    used.add(own);
    return own;
  };
  return columns.flatMap(({ name, hasAdjustment }) =>
    hasAdjustment ? [unique(name), unique(`${name} exposure_adjustment`)] : [unique(name)],
  );
}
