import path from "node:path";
import { panelVariants } from "../catalog/panelVariants";
import { ReadableNames } from "../catalog/readableNames";
import { startSampleWorker } from "../sample/sampleWorker";
import { parseKeyFor } from "../service/apiKey";
import { type BaseUrl, type BaseUrlProblem, parseBaseUrl } from "../service/baseUrl";
import { systemCertificates } from "../service/certificates";
import { chooseProxy } from "../service/proxyChoice";
import { ServiceClient } from "../service/serviceClient";
import { UndiciTransport } from "../service/undiciTransport";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";
import { type AsOf, type Instant, instantOfMs } from "../shared/instant";
import { addressVariable } from "../shared/shellCommand";
import { messageOf } from "../shared/messageOf";
import { UsageError } from "../shared/usageError";
import { type AnswerArchive } from "../store/answerArchive";
import { ArchiveFolder } from "../store/archiveFolder";
import { AsOfGate } from "../store/asOfGate";
import { bodyReader } from "../store/bodyReader";
import { CacheFolder } from "../store/cacheFolder";
import { CatalogStore } from "../store/catalogStore";
import { FrameWorker } from "../store/frameWorker";
import { PanelStore } from "../store/panelStore";
import { SeriesStore } from "../store/seriesStore";
import { listedReference } from "../tools/listedReference";
import { SignalSearch } from "../tools/signalSearch";
import { type ToolService } from "../tools/toolService";
import { ownerIn } from "./cliFolders";
import { note } from "./terminal";

/** Links open this extension in VS Code: the program cannot know which editor the reader has. */
const linkTarget = { scheme: "vscode", extensionId: "macro-signals.macro-signals" };

/** The capacity of the cache on disk, as in the editor. */
const cacheBytes = 1_000_000_000;
/** 20 years of nightly answers of some hundred kilobytes. */
const archiveBytes = 2_000_000_000;
/** A table holds few series at a time; the rest is on disk. */
const memoryBytes = 64 * 1024 * 1024;

/** The address and the key of a service. */
interface Access {
  readonly baseUrl: BaseUrl;
  readonly apiKey: string;
  readonly isSample: boolean;
  readonly dispose?: () => Promise<void>;
}

/** How a command uses the service. */
export interface CliUse {
  readonly isSample: boolean;
  /** No series is later. */
  readonly asOf: AsOf;
  /** Where answers are cached; they are not if absent, and neither are sample data. */
  readonly cache?: string;
  /** Where the latest values are archived; they are not if absent. */
  readonly archive?: string;
}

/** The stores of one service for the life of the process. */
export interface CliService {
  readonly service: ToolService;
  readonly panels: PanelStore;
  readonly worker: FrameWorker;
  readonly archive: AnswerArchive | undefined;
  /** The times of the archived answers, ascending. */
  readonly productions: () => Promise<readonly Instant[]>;
  dispose(): Promise<void>;
}

/** The name of the service that the environment, or `--sample`, chooses. @throws as {@link startCliService} does. */
export function chosenService(isSample: boolean, environment: NodeJS.ProcessEnv): string {
  return isSample ? "sample" : environmentAccess(environment).baseUrl.href;
}

/**
 * Connects to the service of the environment, or to the embedded sample; requests nothing yet.
 *
 * @param folder - The folder of the bundles, `dist`.
 * @throws {@link UsageError} if the environment names none, or has no usable key.
 */
export async function startCliService(
  { asOf, isSample, cache, archive }: CliUse,
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
): Promise<CliService> {
  const access = isSample ? await sampleAccess(folder) : environmentAccess(environment);
  const { baseUrl } = access;
  const files = cache === undefined || isSample ? undefined : await filesIn(cache, access);
  const answers = archive === undefined ? undefined : await archiveIn(archive, access);
  const worker = new FrameWorker(path.join(folder, "frameWorker.cjs"));
  const transport = new UndiciTransport({
    proxyFor: (origin) => chooseProxy(origin, fromEnvironment, environment),
    certificates: () => systemCertificates().pems,
  });
  const client = new ServiceClient({
    baseUrl,
    apiKey: () => Promise.resolve(access.apiKey),
    isKeyPublic: isSample,
    transport,
    readBody: bodyReader(worker),
  });
  const gate = new AsOfGate();
  gate.set(asOf);
  const catalog = new CatalogStore({
    client,
    ...(files && { definitions: files.definitions, listings: files.listings }),
    ...(answers && { archive: answers }),
  });
  const series = new SeriesStore({
    ...{ client, worker, gate },
    asListed: (reference, waiting) => listedReference(catalog, reference, waiting),
    // An interrupted command continues with all that it fetched.
    ...(files && { files: files.series, capacityBytes: memoryBytes, writeDelayMs: 0 }),
  });
  const panels = new PanelStore({ panelVariants, client, series, catalog });
  const service = isSample ? "sample" : baseUrl.href;
  return {
    ...{ panels, worker, archive: answers },
    productions: async () =>
      ((await answers?.list("signals")) ?? []).flatMap(
        ({ fetchedAtMs }) => instantOfMs(fetchedAtMs) ?? [],
      ),
    service: {
      ...{ client, catalog, series, gate, service, isSample },
      search: new SignalSearch(catalog, new ReadableNames("en")),
      name: isSample ? "Sample" : baseUrl.origin.replace(/^https?:\/\//, ""),
      // Agents rarely state a kind, and SNAP looks ahead in a backtest.
      dataKind: "FIT",
      linkTarget,
    },
    dispose: async () => {
      await series.written();
      answers?.close();
      panels.dispose();
      series.dispose();
      catalog.dispose();
      transport.dispose();
      worker.dispose();
      await access.dispose?.();
    },
  };
}

const fromEnvironment = { isOn: true, proxy: "", noProxy: [] };

async function filesIn(folder: string, { baseUrl, apiKey }: Access) {
  try {
    const { account } = await ownerIn(folder, baseUrl, apiKey);
    return new CacheFolder(folder, () => cacheBytes).filesOf(account);
  } catch (error) {
    const remedy = "choose another folder for the cache with --cache or MACRO_SIGNALS_CACHE_DIR";
    throw new Error(`${messageOf(error)}; ${remedy}`, { cause: error });
  }
}

/** One archive for all sample services, whose keys and ports are random. */
async function archiveIn(folder: string, access: Access): Promise<AnswerArchive> {
  const log = { debug: () => undefined, info: () => undefined, warn: note, error: note };
  const owner = access.isSample
    ? { service: "sample", account: "sample" }
    : await ownerIn(folder, access.baseUrl, access.apiKey);
  return new ArchiveFolder(folder, { capacityBytes: () => archiveBytes, log }).of(owner);
}

async function sampleAccess(folder: string): Promise<Access> {
  const sample = await startSampleWorker(path.join(folder, "sample.cjs"));
  const parsed = parseBaseUrl(sample.url);
  if (!parsed.ok) throw new Error(`the sample service has no usable address: ${sample.url}`);
  const { baseUrl } = parsed;
  return { baseUrl, apiKey: sample.apiKey, isSample: true, dispose: () => sample.dispose() };
}

/** The environment is the only source of the address and the key: arguments are visible in lists of processes. */
function environmentAccess(environment: NodeJS.ProcessEnv): Access {
  const address = environment[addressVariable] ?? "";
  const apiKey = environment[environmentKeyVariable] ?? "";
  if (address === "" || apiKey === "") {
    throw new UsageError(`set ${addressVariable} and ${environmentKeyVariable}, or use --sample`);
  }
  const parsed = parseBaseUrl(address);
  if (!parsed.ok) throw new UsageError(`${addressVariable} ${problemText(parsed.problem)}`);
  const key = parseKeyFor(apiKey, parsed.baseUrl.origin);
  if (!key.ok) throw new UsageError(`${environmentKeyVariable} is invalid (${key.problem})`);
  return { baseUrl: parsed.baseUrl, apiKey: key.key, isSample: false };
}

function problemText(problem: BaseUrlProblem): string {
  return problem === "insecure"
    ? "must begin with https://: plain http is refused except on this computer"
    : `must be a base URL such as https://api.acme.com (${problem})`;
}
