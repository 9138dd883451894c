import path from "node:path";
import { ReadableNames } from "../catalog/readableNames";
import { startSampleWorker } from "../sample/sampleWorker";
import { type BaseUrl, parseBaseUrl } from "../service/baseUrl";
import { systemCertificates } from "../service/certificates";
import { chooseProxy } from "../service/proxyChoice";
import { ServiceClient } from "../service/serviceClient";
import { UndiciTransport } from "../service/undiciTransport";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";
import { type AsOf } from "../shared/instant";
import { UsageError } from "../shared/usageError";
import { AsOfGate } from "../store/asOfGate";
import { bodyReader } from "../store/bodyReader";
import { CatalogStore } from "../store/catalogStore";
import { FrameWorker } from "../store/frameWorker";
import { SeriesStore } from "../store/seriesStore";
import { listedReference } from "../tools/listedReference";
import { SignalSearch } from "../tools/signalSearch";
import { type ToolService } from "../tools/toolService";

const baseUrlVariable = "MACRO_SIGNALS_BASE_URL";
/** Links open this extension in VS Code: the program cannot know which editor the reader has. */
const linkTarget = { scheme: "vscode", extensionId: "macro-signals.macro-signals" };

/** The address and the key of a service. */
interface Access {
  readonly baseUrl: BaseUrl;
  readonly apiKey: string;
  readonly isSample: boolean;
  readonly dispose?: () => Promise<void>;
}

/** The stores of one service for the life of the process; nothing is written to disk. */
export interface CliService {
  readonly service: ToolService;
  dispose(): Promise<void>;
}

/**
 * Connects to the service of the environment, or to the embedded sample; requests nothing yet.
 *
 * @param folder - The folder of the bundles, `dist`.
 * @throws {@link UsageError} if the environment names none.
 */
export async function startCliService(
  { asOf, isSample }: { readonly asOf: AsOf; readonly isSample: boolean },
  folder: string,
): Promise<CliService> {
  const access = isSample ? await sampleAccess(folder) : environmentAccess(process.env);
  const { baseUrl, apiKey } = access;
  const worker = new FrameWorker(path.join(folder, "frameWorker.cjs"));
  const transport = new UndiciTransport({
    proxyFor: (origin) => chooseProxy(origin, fromEnvironment, process.env),
    certificates: () => systemCertificates().pems,
  });
  const client = new ServiceClient({
    baseUrl,
    apiKey: () => Promise.resolve(apiKey),
    isKeyPublic: isSample,
    transport,
    readBody: bodyReader(worker),
  });
  const gate = new AsOfGate();
  gate.set(asOf);
  const catalog = new CatalogStore({ client });
  const series = new SeriesStore({
    client,
    worker,
    gate,
    asListed: (reference, waiting) => listedReference(catalog, reference, waiting),
  });
  const service = isSample ? "sample" : baseUrl.href;
  return {
    service: {
      ...{ client, catalog, series, gate, service, isSample },
      search: new SignalSearch(catalog, new ReadableNames("en")),
      name: isSample ? "Sample" : baseUrl.origin.replace(/^https?:\/\//, ""),
      // Agents rarely state a kind, and SNAP looks ahead in a backtest.
      dataKind: "FIT",
      linkTarget,
    },
    dispose: async () => {
      series.dispose();
      catalog.dispose();
      transport.dispose();
      worker.dispose();
      await access.dispose?.();
    },
  };
}

const fromEnvironment = { isOn: true, proxy: "", noProxy: [] };

async function sampleAccess(folder: string): Promise<Access> {
  const sample = await startSampleWorker(path.join(folder, "sample.cjs"));
  const parsed = parseBaseUrl(sample.url);
  if (!parsed.ok) throw new Error(`the sample service has no usable address: ${sample.url}`);
  const { baseUrl } = parsed;
  return { baseUrl, apiKey: sample.apiKey, isSample: true, dispose: () => sample.dispose() };
}

/** The environment is the only source of the address and the key: arguments are visible in lists of processes. */
function environmentAccess(environment: NodeJS.ProcessEnv): Access {
  const address = environment[baseUrlVariable] ?? "";
  const apiKey = environment[environmentKeyVariable] ?? "";
  if (address === "" || apiKey === "") {
    throw new UsageError(`set ${baseUrlVariable} and ${environmentKeyVariable}, or use --sample`);
  }
  const parsed = parseBaseUrl(address);
  if (!parsed.ok) throw new UsageError(`${baseUrlVariable} is refused (${parsed.problem})`);
  return { baseUrl: parsed.baseUrl, apiKey, isSample: false };
}
