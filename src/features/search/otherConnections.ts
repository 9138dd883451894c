import * as vscode from "vscode";
import { ReadableNames } from "../../catalog/readableNames";
import { forecastIndexes, type ForecastIndexes } from "../../catalog/searchEntries";
import { type Connection } from "../../connect/connection";
import { type ConnectedService } from "../../connect/connectedServices";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { Slices } from "../../service/slices";
import { plainLabel } from "../../shared/plainText";
import { formatListCount, type HitKind } from "../browse/palette/seriesSource";
import { type SearchRow } from "./searchList";
import { isForecast } from "./searchSources";

/** Searches the loaded and cached listings of the other connections; nothing is requested. */
export class OtherConnections {
  /** By connection; typing searches them with each key. */
  private readonly markets = new Map<string, ReturnType<typeof marketIndex>>();
  private found: { readonly text: string; readonly rows: SearchRow[] } = { text: "", rows: [] };

  constructor(
    private readonly parts: ConnectionDependencies,
    private readonly connectionId: string,
    private readonly signal: AbortSignal,
    private readonly onDidChange: () => void,
  ) {}

  /** A row for each connection that has matches, as far as these have been counted. */
  rows(typed: string, kinds: readonly HitKind[]): readonly SearchRow[] {
    const text = JSON.stringify([typed, kinds]);
    if (this.found.text !== text) {
      this.found = { text, rows: [] };
      void this.look(this.found, typed, kinds);
    }
    return this.found.rows;
  }

  private async look(
    found: typeof this.found,
    typed: string,
    kinds: readonly HitKind[],
  ): Promise<void> {
    const { services, sample } = this.parts.connections;
    for (const connection of [...services, sample]) {
      if (connection.id === this.connectionId) continue;
      const count = await this.countIn(connection, typed, kinds);
      if (this.found !== found || this.signal.aborted) return;
      if (count === 0) continue;
      found.rows.push(rowOf(connection, count));
      this.onDidChange();
    }
  }

  private async countIn(
    { id, kind }: Connection,
    typed: string,
    kinds: readonly HitKind[],
  ): Promise<number> {
    try {
      const { services } = this.parts;
      // Sample data are computed in a thread, which no search starts.
      const service = kind === "sample" ? services.ready(id) : await services.get(id);
      if (service === undefined) return 0;
      const ofForecasts = kinds.some(isForecast) ? await this.marketsIn(service, typed) : 0;
      return kinds.every(isForecast)
        ? ofForecasts
        : ofForecasts + (await this.variantsIn(service, typed));
    } catch {
      // A service whose key or files cannot be read offers no matches.
      return 0;
    }
  }

  private async marketsIn(service: ConnectedService, typed: string): Promise<number> {
    const { id } = service.connection;
    const index = this.markets.get(id) ?? marketIndex(service);
    this.markets.set(id, index);
    return (await index).search(typed, 1).total;
  }

  private async variantsIn({ search }: ConnectedService, typed: string): Promise<number> {
    const { signal } = this;
    if (search.listing === undefined) {
      await search.updateStored({ signal, onDidChange: () => undefined });
    }
    const { total } = search.findVariants(typed, 1);
    return total > 0 ? total : search.findSignals(typed, 1).total;
  }
}

async function marketIndex({ catalog }: ConnectedService): Promise<ForecastIndexes["forecasts"]> {
  const listed = (await catalog.cachedMarkets())?.items ?? [];
  const names = new ReadableNames(vscode.env.language);
  const indexes = await new Slices().run(forecastIndexes(listed, new Map(), names));
  return indexes.forecasts;
}

function rowOf(connection: Connection, count: number): SearchRow {
  const { t } = vscode.l10n;
  const matches = count === 1 ? t("1 match") : t("{0} matches", formatListCount(count));
  return {
    key: `connection ${connection.id}`,
    label: plainLabel(t("Search {0} instead", connection.name)),
    description: matches,
    iconPath: new vscode.ThemeIcon("plug"),
    effect: { kind: "connection", connection },
  };
}
