import * as vscode from "vscode";
import { type BaseUrl } from "../service/baseUrl";
import { type Log } from "../shared/log";
import { sampleConnection } from "../shared/place";
import { DisposableStore } from "../editor/disposables";
import {
  type Connection,
  type SampleConnection,
  type ServiceConnection,
  defaultName,
  newConnectionId,
  parseConnections,
} from "./connection";
import { type KnownConnections } from "./connectionOfService";

const section = "macroSignals";
/** Global state key of all ids ever used: a restored tab must never show another service. */
const givenIdsKey = "connections.givenIds";

/**
 * The connections in the user's settings and the active one. Only the user's own value counts: a workspace or folder
 * could otherwise send the key elsewhere (the settings have application scope as well).
 */
export class Connections implements KnownConnections {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.didChange.event;

  constructor(
    private readonly globalState: vscode.Memento,
    private readonly log: Log,
  ) {
    this.disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(section)) return;
        this.reportUnusable();
        this.didChange.fire();
      }),
    );
    this.reportUnusable();
  }

  get services(): readonly ServiceConnection[] {
    return parseConnections(userValue("connections")).connections;
  }

  get sample(): SampleConnection {
    return { kind: "sample", id: sampleConnection, name: vscode.l10n.t("Sample") };
  }

  get active(): Connection | undefined {
    const id = userValue("connection");
    return typeof id === "string" ? this.find(id) : undefined;
  }

  find(id: string): Connection | undefined {
    if (id === sampleConnection) return this.sample;
    return this.services.find((connection) => connection.id === id);
  }

  /** Saves a new connection and makes it the active one; an existing one with the same base URL is reused. */
  async add(baseUrl: BaseUrl): Promise<ServiceConnection> {
    const known = this.services.find((connection) => connection.baseUrl.href === baseUrl.href);
    const connection = known ?? (await this.create(baseUrl));
    await this.activate(connection.id);
    return connection;
  }

  async activate(id: string): Promise<void> {
    await update("connection", id);
  }

  async rename(id: string, name: string): Promise<void> {
    const entries = userEntries();
    const entry = entries[id];
    if (typeof entry !== "object") return;
    await update("connections", { ...entries, [id]: { ...entry, name } });
  }

  /** Removes a connection. Its id is never reused: a restored tab must not show another service. */
  async remove(id: string): Promise<void> {
    const { [id]: removed, ...others } = userEntries();
    if (removed === undefined) return;
    await this.noteGiven(id);
    await update("connections", others);
    if (userValue("connection") === id) await update("connection", undefined);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async create(baseUrl: BaseUrl): Promise<ServiceConnection> {
    const entries = userEntries();
    const given = this.globalState.get<readonly string[]>(givenIdsKey, []);
    const id = newConnectionId(baseUrl.asciiHost, new Set([...given, ...Object.keys(entries)]));
    const name = defaultName(baseUrl);
    await this.noteGiven(id);
    await update("connections", { ...entries, [id]: { name, baseUrl: baseUrl.href } });
    return { kind: "service", id, name, baseUrl };
  }

  private async noteGiven(id: string): Promise<void> {
    const given = this.globalState.get<readonly string[]>(givenIdsKey, []);
    if (!given.includes(id)) await this.globalState.update(givenIdsKey, [...given, id]);
  }

  private reportUnusable(): void {
    const { connections, unusable } = parseConnections(userValue("connections"));
    for (const { id, reason } of unusable) {
      this.log.warn(`the connection ${JSON.stringify(id)} in the settings is not used: ${reason}`);
    }
    for (const { id, baseUrl } of connections.filter((each) => each.baseUrl.isApiPathDropped)) {
      this.log.info(
        `the base URL of the connection ${id} in the settings includes the path of the API; using ${baseUrl.href}`,
      );
    }
  }
}

function userEntries(): Readonly<Record<string, unknown>> {
  const setting = userValue("connections");
  return typeof setting === "object" && setting !== null ? { ...setting } : {};
}

function userValue(key: string): unknown {
  return vscode.workspace.getConfiguration(section).inspect(key)?.globalValue;
}

async function update(key: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  await configuration.update(key, value, vscode.ConfigurationTarget.Global);
}
