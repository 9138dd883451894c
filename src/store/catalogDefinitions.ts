import { type SignalDefinition } from "../service/parseDefinition";
import { type ServiceClient } from "../service/serviceClient";
import { type Log } from "../shared/log";
import { wordsOf } from "../shared/wordsOf";
import { type CatalogOptions } from "./catalogOptions";
import { type DefinitionFiles, type KeptDefinition } from "./definitionFiles";
import { Flights, type JoinOptions, type Waiting } from "./flights";
import { isYounger } from "./freshness";
import { type Outage } from "./outage";

/** What names a definition. */
type SignalId = Pick<SignalDefinition, "code" | "version">;

export interface CatalogDefinitionsOptions {
  readonly client: Pick<ServiceClient, "getSignal">;
  readonly files: DefinitionFiles | undefined;
  readonly outage: Outage;
  readonly now: () => number;
  readonly log: Log;
}

/** A definition on disk that is older than a day is asked for again. */
const longestAgeMs = 24 * 60 * 60 * 1000;

/**
 * The definitions of a service: from memory, from disk, from the service. While the service cannot be reached an old
 * one is served with the reason, and the service is asked again with the next use.
 */
export class CatalogDefinitions {
  private readonly finds = new Flights<KeptDefinition>();
  private readonly fetches = new Flights<KeptDefinition>();
  private readonly inMemory = new Map<string, KeptDefinition>();

  constructor(private readonly options: CatalogDefinitionsOptions) {}

  async get(id: SignalId, { isRefresh, ...passenger }: CatalogOptions): Promise<KeptDefinition> {
    // Who wants it fresh must not join who is content with what is on disk.
    if (isRefresh === true) return this.fetched(id, passenger);
    const kept = this.kept(id);
    if (kept !== undefined && kept.staleBecause === undefined) return kept;
    return this.finds.join(keyOf(id), (waiting) => this.find(id, waiting), passenger);
  }

  /** The definition if it is in memory; no request is made and no file read. */
  kept(id: SignalId): KeptDefinition | undefined {
    return this.inMemory.get(keyOf(id));
  }

  /** The definition in memory or on disk, however old; no request is made. */
  async stored(id: SignalId): Promise<KeptDefinition | undefined> {
    return this.kept(id) ?? this.options.files?.read(id.code, id.version);
  }

  dispose(): void {
    this.finds.dispose();
    this.fetches.dispose();
  }

  private async find(id: SignalId, waiting: Waiting): Promise<KeptDefinition> {
    const { files, outage, now } = this.options;
    const before = this.kept(id);
    const kept = (await files?.read(id.code, id.version)) ?? before;
    const present = this.kept(id);
    // What was fetched meanwhile is not replaced by what was read.
    if (present !== undefined && present !== before) return present;
    if (kept !== undefined && isYounger(kept, now(), longestAgeMs)) {
      return this.remember(kept, waiting);
    }
    return outage.answerOr(
      () => this.fetched(id, waiting, kept !== undefined),
      (staleBecause) => Promise.resolve(kept && this.remember({ ...kept, staleBecause }, waiting)),
    );
  }

  /** @param hasFallback - Something is kept for when it fails. */
  private fetched(
    id: SignalId,
    passenger: JoinOptions,
    hasFallback = false,
  ): Promise<KeptDefinition> {
    const start = (waiting: Waiting): Promise<KeptDefinition> =>
      this.fetch(id, waiting, hasFallback);
    return this.fetches.join(keyOf(id), start, passenger);
  }

  private async fetch(
    { code, version }: SignalId,
    waiting: Waiting,
    hasFallback: boolean,
  ): Promise<KeptDefinition> {
    const { client, outage, now } = this.options;
    const asked = client.getSignal(code, version, { ...waiting, hasFallback });
    const definition = await outage.watch(asked);
    const kept = this.remember({ ...definition, fetchedAtMs: now() }, waiting);
    await this.keep(kept);
    return kept;
  }

  private remember(definition: KeptDefinition, { signal }: Waiting): KeptDefinition {
    signal.throwIfAborted();
    this.inMemory.set(keyOf(definition), definition);
    return definition;
  }

  /** A definition that cannot be kept on disk is still a definition. */
  private async keep(definition: KeptDefinition): Promise<void> {
    const { files, log } = this.options;
    const { code, version, unreadable } = definition;
    for (const { reason } of unreadable) log.warn(`signal ${code} ${version}: ${reason}`);
    try {
      await files?.write(definition);
    } catch (error) {
      log.warn(`a definition could not be kept on disk: ${wordsOf(error)}`);
    }
  }
}

function keyOf({ code, version }: SignalId): string {
  return `${version} ${code}`;
}
