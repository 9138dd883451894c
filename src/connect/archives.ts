import { type ApiKey } from "../service/apiKey";
import { type BaseUrl } from "../service/baseUrl";
import { type AnswerArchive } from "../store/answerArchive";
import { type ArchiveFolder, type ArchiveOwner, type ArchiveSize } from "../store/archiveFolder";
import { type Fingerprints } from "./fingerprints";
import { type KnownConnections } from "./connectionOfService";

/** Selects archives: those of all services of an origin, or of one service. */
export type ArchiveScope = { readonly origin: string } | { readonly baseUrl: BaseUrl };

export interface ArchivesOptions {
  readonly folder: ArchiveFolder;
  readonly fingerprints: Fingerprints;
  readonly connections: KnownConnections;
}

/** An archive that was begun under an earlier key of the same service, and its future owner. */
export interface EarlierArchive {
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

  /**
   * The archives of earlier keys, of all services of the origin of a new key. Call this before the new key is used: an open
   * page begins an archive for it at once.
   */
  async earlierThan(baseUrl: BaseUrl, key: ApiKey): Promise<readonly EarlierArchive[]> {
    const { connections, folder } = this.options;
    const all = [baseUrl, ...connections.services.map((service) => service.baseUrl)];
    const services = new Map(
      all.filter(({ origin }) => origin === baseUrl.origin).map((each) => [each.href, each]),
    );
    const found: EarlierArchive[] = [];
    for (const each of services.values()) {
      const owner = await this.owner(each, key);
      const account = await folder.earlierAccount(owner);
      if (account !== undefined) found.push({ owner, account });
    }
    return found;
  }

  /** Moves archives to the new key. @throws as the file system does. */
  async take(earlier: readonly EarlierArchive[]): Promise<void> {
    for (const { owner, account } of earlier) await this.options.folder.take(owner, account);
  }

  /** Begins new archives for the new key; those of earlier keys stay as they are. */
  async beginAnew(earlier: readonly EarlierArchive[]): Promise<void> {
    for (const { owner } of earlier) await this.options.folder.of(owner).begin();
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
