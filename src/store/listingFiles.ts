import path from "node:path";
import { type ForecastSummary, LatestForecasts } from "../service/latestForecasts";
import { LatestSignals } from "../service/latestSignals";
import { type ItemList, type Listing } from "../service/listing";
import { hedgingListing } from "../service/parseHedgings";
import { marketListing } from "../service/parseMarkets";
import { signalListing } from "../service/parseSignals";
import { type ListingName } from "../service/readBody";
import { type LatestSignal } from "../shared/latestColumns";
import { deleteFile, readCheckedFile, type WriteFile, writeCheckedFile } from "./checkedFile";
import { type FetchState } from "./fetchState";
import { columnForm, lineForm, type ListingForm } from "./listingForms";
import { hedgingToWire, marketToWire, signalToWire } from "./wireForms";

/** A listing, when it was fetched, and why it is not newer. */
export type CachedListing<T, L extends ItemList<unknown> = readonly T[]> = Listing<T, L> &
  FetchState;
export type CachedSignals = CachedListing<LatestSignal, LatestSignals>;
export type CachedForecasts = CachedListing<ForecastSummary, LatestForecasts>;

export const signalsForm = lineForm("signals", signalListing, signalToWire);
export const marketsForm = lineForm("markets", marketListing, marketToWire);
export const hedgingsForm = lineForm("hedgings", hedgingListing, hedgingToWire);
export const latestSignalsForm: ListingForm<LatestSignal, LatestSignals> = columnForm(
  "latestSignals",
  (columns) => new LatestSignals(columns),
);
export const latestForecastsForm: ListingForm<ForecastSummary, LatestForecasts> = columnForm(
  "latestForecasts",
  (columns) => new LatestForecasts(columns),
);

/** The listings of one owner, what one key was given by one service, in one folder of this computer. */
export class ListingFiles {
  constructor(
    private readonly folder: string,
    private readonly writeFile: WriteFile = writeCheckedFile,
  ) {}

  /** The kept listing; undefined when there is none that is whole. Never rejects. */
  async read<T, L extends ItemList<unknown>>(
    form: ListingForm<T, L>,
  ): Promise<CachedListing<T, L> | undefined> {
    const file = this.fileOf(form);
    const content = await readCheckedFile(file);
    if (content === undefined) return undefined;
    const { subject, fetchedAtMs } = content.metadata;
    const isIts = subject === form.name && typeof fetchedAtMs === "number";
    const listing = isIts ? await form.read(content) : undefined;
    if (isIts && listing !== undefined) return { ...listing, fetchedAtMs };
    await deleteFile(file);
    return undefined;
  }

  /** @throws when the folder cannot be written to; what was kept before still is. */
  async write<T, L extends ItemList<unknown>>(
    form: ListingForm<T, L>,
    listing: CachedListing<T, L>,
  ): Promise<void> {
    const { metadata, bytes } = await form.write(listing);
    const { fetchedAtMs } = listing;
    const all = { subject: form.name, fetchedAtMs, ...metadata };
    await this.writeFile(this.fileOf(form), { metadata: all, bytes });
  }

  private fileOf({ name }: { readonly name: ListingName }): string {
    return path.join(this.folder, `${name}.listing`);
  }
}
