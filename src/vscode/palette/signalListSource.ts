import * as vscode from "vscode";
import { byHighestVersion } from "../../catalog/searchEntries";
import { SearchIndex } from "../../catalog/searchIndex";
import { type ListedSignal } from "../../service/parseSignals";
import { plainLabel } from "../../shared/plainText";
import { type CatalogStore } from "../../store/catalogStore";
import { type ConnectedService } from "../connection/connectedServices";
import { listingFailureRows } from "./listingFailure";
import { Loading } from "./loading";
import {
  type Choose,
  countText,
  emptyRow,
  moreRow,
  mostRows,
  type SeriesRow,
  type SeriesSource,
} from "./seriesSource";

/** A row is a signal. */
export interface ChooseSignal extends Choose {
  readonly signal: ListedSignal;
}

/** Which signals are listed. */
export type SignalFilter = (
  signal: ListedSignal,
  catalog: Pick<CatalogStore, "keptDefinition">,
) => boolean;

/** The signals of a connection, without their variants. */
export class SignalListSource implements SeriesSource<ChooseSignal> {
  readonly placeholder = vscode.l10n.t("Search a signal by code or name, as in: infl");
  private readonly loading = new Loading();
  readonly onDidChange = this.loading.onDidChange;
  private index = new SearchIndex<ListedSignal>();
  private service: ConnectedService | undefined;
  private error: { readonly error: unknown } | undefined;

  constructor(
    private readonly connect: () => Promise<ConnectedService>,
    private readonly filter: SignalFilter = () => true,
  ) {}

  get isLoading(): boolean {
    return this.loading.isUnderWay;
  }

  start(): void {
    this.error = undefined;
    this.loading.run(
      (signal) => this.list(signal),
      (error) => {
        this.error = { error };
      },
    );
  }

  completeness(): string {
    const { t } = vscode.l10n;
    return this.isLoading ? t("loading…") : t("{0} signals", countText(this.index.size));
  }

  rows(typed: string): readonly SeriesRow<ChooseSignal>[] {
    if (this.error !== undefined) {
      const label = vscode.l10n.t("The signals cannot be listed");
      const hasKeyWorked = this.service?.hasKeyWorked === true;
      return listingFailureRows({ label, error: this.error.error, hasKeyWorked }, () =>
        this.start(),
      );
    }
    const { items, total } = this.index.search(typed, mostRows);
    if (total === 0) return [emptyRow(typed, this.isLoading)];
    const more = total - items.length;
    return [...items.map(signalRow), ...(more > 0 ? [moreRow(more)] : [])];
  }

  dispose(): void {
    this.loading.dispose();
  }

  private async list(signal: AbortSignal): Promise<void> {
    this.service = await this.connect();
    const { catalog } = this.service;
    const { items } = await catalog.signals({ signal });
    const index = new SearchIndex<ListedSignal>();
    for (const [order, listed] of byHighestVersion(items).entries()) {
      if (!this.filter(listed, catalog)) continue;
      const { code, version, name } = listed;
      index.add({ item: listed, code, texts: [name, `v${version}`], order });
    }
    this.index = index;
  }
}

function signalRow(signal: ListedSignal): SeriesRow<ChooseSignal> {
  const { code, version, name } = signal;
  return {
    key: `signal ${version} ${code}`,
    label: plainLabel(`${code} v${version}`),
    description: plainLabel(name),
    effect: { kind: "choose", signal },
  };
}
