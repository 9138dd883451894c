import { type BaseUrl } from "../../service/baseUrl";
import { type AnswerArchive } from "../../store/answerArchive";
import { type ArchiveFolder, type ArchiveOwner, type ArchiveSize } from "../../store/archiveFolder";
import { type ApiKeys } from "./apiKeys";
import { type Connections } from "./connections";
import { type Fingerprints } from "./fingerprints";

/** Selects archives: those of all services of an origin, or of one service. */
export type ArchiveScope = { readonly origin: string } | { readonly baseUrl: BaseUrl };

export interface ArchivesOptions {
  readonly folder: ArchiveFolder;
  readonly fingerprints: Fingerprints;
  readonly connections: Pick<Connections, "services">;
  readonly apiKeys: Pick<ApiKeys, "get">;
}

/** An archive that was begun under another key of the same service. */
interface Earlier {
  readonly owner: ArchiveOwner;
  readonly account: string;
}

/** The archives of latest signals and forecasts, by service and key: another key may belong to another account. */
export class Archives {
  constructor(private readonly options: ArchivesOptions) {}

  async of(baseUrl: BaseUrl, apiKey: string | undefined): Promise<AnswerArchive> {
    return this.options.folder.of(await this.owner(baseUrl, apiKey));
  }

  /** One for all keys: the sample service gets a new key at each start. */
  ofSample(): AnswerArchive {
    return this.options.folder.of({ service: "sample", account: "sample" });
  }

  /** @param scope - All services if absent. @returns Undefined if there is no archive. */
  async size(scope?: ArchiveScope): Promise<ArchiveSize | undefined> {
    return this.options.folder.size(await this.isWithin(scope));
  }

  /**
   * @param scope - All services if absent.
   * @returns The folders that could not be deleted.
   */
  async clear(scope?: ArchiveScope): Promise<readonly string[]> {
    return this.options.folder.clear(await this.isWithin(scope));
  }

  /** Whether an earlier key of an origin has an archive, and the current one has none. */
  async hasEarlier(origin: string): Promise<boolean> {
    return (await this.earlier(origin)).length > 0;
  }

  /** Moves the archives of the earlier key of an origin to its current key. @throws as the file system does. */
  async takeEarlier(origin: string): Promise<void> {
    for (const { owner, account } of await this.earlier(origin)) {
      await this.options.folder.take(owner, account);
    }
  }

  /** Begins new archives for the current key of an origin; those of earlier keys stay as they are. */
  async beginAnew(origin: string): Promise<void> {
    for (const { owner } of await this.earlier(origin)) await this.options.folder.of(owner).begin();
  }

  private async earlier(origin: string): Promise<readonly Earlier[]> {
    const { connections, apiKeys, folder } = this.options;
    const key = await apiKeys.get(origin);
    if (key === undefined) return [];
    const found: Earlier[] = [];
    for (const { baseUrl } of connections.services) {
      if (baseUrl.origin !== origin) continue;
      const owner = await this.owner(baseUrl, key);
      const account = await folder.earlierAccount(owner);
      if (account !== undefined) found.push({ owner, account });
    }
    return found;
  }

  private async owner(baseUrl: BaseUrl, apiKey: string | undefined): Promise<ArchiveOwner> {
    const account = await this.options.fingerprints.of(baseUrl, apiKey);
    return { service: await this.serviceName(baseUrl), account };
  }

  /** The same for every key. */
  private async serviceName(baseUrl: BaseUrl): Promise<string> {
    return this.options.fingerprints.of(baseUrl, undefined);
  }

  private async isWithin(scope: ArchiveScope | undefined): Promise<(service: string) => boolean> {
    if (scope === undefined) return () => true;
    if ("baseUrl" in scope) {
      const name = await this.serviceName(scope.baseUrl);
      return (service) => service === name;
    }
    const start = await this.options.fingerprints.ofOrigin(scope.origin);
    return (service) => service.startsWith(start);
  }
}
