import { realpath } from "node:fs/promises";
import * as v from "valibot";
import * as vscode from "vscode";
import { type Services } from "../../connect/connectedServices";
import { serviceNameOf } from "../../connect/connection";
import { type WindowContext } from "../../connect/context";
import { type Charts } from "../chart/host/chartEditors";
import { TokenSignal } from "../../editor/cancellation";
import { specEnding } from "../../dataset/spec";
import { asOfText } from "../../editor/text/dateText";
import { type ServiceOpenable } from "../../shared/openable";
import { openSeries } from "../../editor/tabs/openSeries";
import { plainMessage } from "../../shared/plainText";
import { referencePath } from "../../shared/referencePath";
import { type Slice } from "../../shared/slice";
import { typedAsOf } from "../../shared/typedAsOf";
import { type FrameWorker } from "../../store/frameWorker";
import { askedReferences, daysOf } from "../../tools/askedReferences";
import { nothingOf, refusedOf } from "../../tools/getSeries";
import { datasetInput, openChartInput } from "../../tools/inputs";
import { RequestLimits } from "../../tools/requestLimits";
import { listAnswer } from "../../tools/toolAnswer";
import { macroTool, type MacroTool, macroTools } from "../../tools/tools";
import { ToolRefusal, type ToolService } from "../../tools/toolService";
import { writeDatasetTool } from "../../tools/writeDataset";
import { openTargets } from "../documents/openSelected";

/** The parts of the window that the tools for agents use. */
export interface AgentSources {
  readonly services: Services;
  readonly context: WindowContext;
  readonly charts: Charts;
  readonly worker: FrameWorker;
  /** The extension that links open. */
  readonly extensionId: string;
}

/** The editor's workspace, below whose first folder on disk agents may write. */
interface Workspace {
  readonly isTrusted: boolean;
  readonly workspaceFolders: readonly vscode.WorkspaceFolder[] | undefined;
}

type Invocation = vscode.LanguageModelToolInvocationOptions<object>;

/** The size of a refusal in bytes; no other answer is smaller. */
const fewestBytes = 200;
/** Allows for the parts of an answer that do not shrink with its budget. */
const shrinkage = 0.9;

/** The calls of agents in this window, which share one limit of requests. */
export class AgentCalls {
  private readonly limits = new RequestLimits();
  private readonly tools: readonly MacroTool[];

  constructor(
    private readonly sources: AgentSources,
    private readonly workspace: Workspace = vscode.workspace,
  ) {
    const writing = writeDatasetTool(sources.worker, () => this.writableRoot());
    this.tools = [...macroTools, writing, openChartTool(sources)];
  }

  /** The message before a call: what it writes, how many requests it may take, to which service, and as of when. */
  prepared(name: string, input: object): vscode.PreparedToolInvocation {
    const { t } = vscode.l10n;
    const tool = this.toolNamed(name);
    const { connection } = this.current;
    const asOf = asOfText(this.asOfOf(input));
    const { count, isExact } = tool.requestsOf(input);
    const where = plainMessage(connection.name);
    const requests = !isExact
      ? t("Up to {0} requests to {1}, as of {2}", count, where, asOf)
      : count === 1
        ? t("1 request to {0}, as of {1}", where, asOf)
        : t("Up to {0} requests to {1}, as of {2}", count, where, asOf);
    const message = tool.isReadOnly ? requests : [...this.writtenText(input), requests].join(" ");
    return { invocationMessage: message, confirmationMessages: { title: tool.title, message } };
  }

  async invoke(
    name: string,
    { input, tokenizationOptions }: Invocation,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const cancelling = new TokenSignal(token);
    const { signal } = cancelling;
    try {
      const tool = this.toolNamed(name);
      const service = await this.service();
      const call = { signal, requests: this.limits.forCall() };
      const { fit, maxBytes } = await tool.run(service, input, call);
      const text = await this.withinTokens(fit, maxBytes, tokenizationOptions);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } catch (error) {
      if (signal.aborted) throw new vscode.CancellationError();
      throw error;
    } finally {
      cancelling.dispose();
    }
  }

  /** The answer within the budget of tokens that the caller gives, if any. */
  private async withinTokens(
    fit: (maxBytes: number) => string,
    maxBytes: number,
    options: vscode.LanguageModelToolTokenizationOptions | undefined,
  ): Promise<string> {
    let text = fit(maxBytes);
    if (options === undefined) return text;
    for (let bytes = maxBytes; bytes > fewestBytes;) {
      const count = await options.countTokens(text);
      if (count <= options.tokenBudget) return text;
      bytes = Math.floor((Buffer.byteLength(text) * options.tokenBudget * shrinkage) / count);
      bytes = Math.max(fewestBytes, bytes);
      text = fit(bytes);
    }
    return text;
  }

  private toolNamed(name: string): MacroTool {
    const tool = this.tools.find((each) => each.name === name);
    if (tool === undefined) throw new RangeError(`no tool ${name}`);
    return tool;
  }

  /** Nothing for a call that is refused. */
  private writtenText(input: object): readonly string[] {
    const parsed = v.safeParse(datasetInput, input);
    const within = this.writableFolder;
    if (!parsed.success || within === undefined || !this.workspace.isTrusted) return [];
    const { name, folder = ".", format = "parquet" } = parsed.output;
    const [file, base] = [`${name}${specEnding}`, name].map(plainMessage);
    const place = plainMessage(folder === "." ? within.name : `${within.name}/${folder}`);
    return [
      vscode.l10n.t(
        "Writes {0}, its lock and the folder {1} ({2}) to {3}, never over another dataset.",
        ...[file ?? "", base ?? "", format, place],
      ),
    ];
  }

  private get writableFolder(): vscode.WorkspaceFolder | undefined {
    return this.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  }

  private async writableRoot(): Promise<string> {
    if (!this.workspace.isTrusted) throw new ToolRefusal("The user does not trust this workspace.");
    const folder = this.writableFolder;
    if (folder === undefined) throw new ToolRefusal("No folder is open: ask the user to open one.");
    return realpath(folder.uri.fsPath);
  }

  private get current() {
    const { current } = this.sources.context;
    if (current === undefined) throw new Error(vscode.l10n.t("Connect to a service first."));
    return current;
  }

  /** The as-of of a call as far as its arguments name one: never later than the window's. */
  private asOfOf(input: object): string {
    const { gate } = this.sources.services;
    const typed = "as_of" in input && typeof input.as_of === "string" ? input.as_of : "latest";
    const found = typedAsOf(typed, Date.now());
    return found.ok ? gate.within(found.asOf) : gate.bound;
  }

  private async service(): Promise<ToolService> {
    const { services, extensionId } = this.sources;
    const { connection, dataKind } = this.current;
    const connected = await services.get(connection.id);
    const { client, series, catalog, search, archive } = connected;
    const service = serviceNameOf(connection);
    return {
      ...{ client, series, catalog, search, archive, service, dataKind },
      gate: services.gate,
      name: connection.name,
      isSample: connection.kind === "sample",
      linkTarget: { scheme: vscode.env.uriScheme, extensionId },
    };
  }
}

/** The tool that opens charts for the person; it returns no values. */
function openChartTool(sources: AgentSources): MacroTool {
  return macroTool(
    {
      name: "open_macro_chart",
      title: "Open Macro Chart",
      description:
        "Opens references as one chart for the user, instead of describing numbers; a set opens as a panel. Returns no values.",
    },
    openChartInput,
    async (service, input) => {
      const { asked, refused } = askedReferences(service, input.references, input);
      const [first] = asked;
      if (first === undefined) throw nothingOf(refusedOf(refused));
      const connectionId = sources.context.current?.connection.id;
      if (connectionId === undefined) throw new ToolRefusal("No service is connected.");
      const { columns } = input;
      const part: Slice = { ...first.slice, ...daysOf(input), ...(columns && { columns }) };
      const hasPart = Object.keys(part).length > 0;
      const slice = hasPart && asked.length === 1 ? part : undefined;
      if (slice === undefined) {
        await openTargets(
          "chart",
          asked.map(({ reference }) => ({ connectionId, reference })),
        );
      } else {
        await openSeries({ connectionId, reference: first.reference }, "chart", { slice });
      }
      const openables = asked.map(({ reference }): ServiceOpenable => {
        return { kind: "reference", reference, ...(slice && { slice }) };
      });
      const isWhole = hasPart && slice === undefined;
      return listAnswer(service, {
        provenance: { kind: null, asOf: null, retrieved: null, digest: null, openables },
        ...(isWhole && { facts: { note: "A chart of several references shows all of each." } }),
        lists: [
          {
            name: "opened",
            items: asked.map(({ reference, text }) => {
              return { item: { reference: referencePath(reference) }, label: text.slice(0, 400) };
            }),
          },
        ],
        missing: refusedOf(refused),
      });
    },
    ({ references }) => references.length,
  );
}
