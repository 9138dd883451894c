import * as vscode from "vscode";
import { AutoTransport } from "../service/autoTransport";
import { systemCertificates } from "../service/certificates";
import { EditorTransport } from "../service/editorTransport";
import { endpointOf } from "../service/openSocket";
import { type ChosenProxy, chooseProxy, type ProxySettings } from "../service/proxyChoice";
import { type Transport } from "../service/transport";
import { type ReplaceableTransport, TransportSlot } from "../service/transportSlot";
import type { UndiciTransport } from "../service/undiciTransport";
import { type Log } from "../shared/log";
import { plainLine } from "../shared/plainText";
import { type NetworkPath } from "../store/diagnosis/pathSteps";
import { type TunnelProxy } from "../store/diagnosis/tunnelProxy";
import { type Disposable } from "../editor/disposables";

/**
 * The transport of all requests of this window, as the user's settings have it; also exposes its steps to diagnoses.
 * Creates nothing before the first request.
 */
export class Transports implements NetworkPath, Disposable {
  /** One instance for good; new requests use the settings at the time they are sent. */
  readonly transport: Transport;
  private readonly slot = new TransportSlot(() => this.make());
  private readonly listener: Disposable;
  private readonly reported = new Set<string>();
  private auto: AutoTransport | undefined;
  private systemPems: readonly string[] | undefined;

  constructor(private readonly log: Log) {
    this.transport = this.slot;
    this.listener = vscode.workspace.onDidChangeConfiguration((change) => {
      if (affectsTransport(change)) this.slot.renew();
    });
  }

  /** The transport in the settings. */
  get carrier(): TransportKind {
    return transportSettings().kind;
  }

  /** Which transport reaches an origin at present; undefined before the first contact where only that decides. */
  carrierTo(origin: string): Exclude<TransportKind, "auto"> | undefined {
    const { carrier } = this;
    if (carrier !== "auto") return carrier;
    const way = this.auto?.wayOf(origin);
    return way === undefined ? undefined : way === "usual" ? "undici" : "editor";
  }

  proxyFor(origin: string): TunnelProxy | undefined {
    const proxy = chosenProxy(origin);
    return proxy === undefined ? undefined : this.tunnelProxy(proxy);
  }

  certificates(): readonly string[] {
    if (!transportSettings().usesSystemCertificates) return [];
    if (this.systemPems === undefined) {
      const { pems, problems } = systemCertificates();
      for (const problem of problems) this.warnOnce(plainLine(problem));
      this.systemPems = pems;
    }
    return this.systemPems;
  }

  dispose(): void {
    this.listener.dispose();
    this.slot.dispose();
  }

  private async make(): Promise<ReplaceableTransport> {
    if (!transportSettings().isStrict) {
      this.warnOnce("http.proxyStrictSSL is ignored: certificates are always verified");
    }
    const kind = this.carrier;
    const editor = new EditorTransport();
    if (kind === "editor") return editor;
    const undici = await this.makeUndici();
    if (kind === "undici") return undici;
    this.auto = new AutoTransport({
      usual: undici,
      other: editor,
      onOther: (origin, obstacle) =>
        this.log.info(
          plainLine(`only the editor's transport reaches ${origin}: ${obstacle.message}`),
        ),
      onNeither: (origin, failure) =>
        this.warnOnce(
          plainLine(`the editor's transport does not reach ${origin}: ${failure.message}`),
        ),
    });
    return this.auto;
  }

  /** Loaded on first use: the HTTP library is large. */
  private async makeUndici(): Promise<UndiciTransport> {
    const { UndiciTransport } = await import("../service/undiciTransport");
    return new UndiciTransport({ proxyFor: chosenProxy, certificates: () => this.certificates() });
  }

  private tunnelProxy(proxy: ChosenProxy): TunnelProxy {
    return {
      host: proxy.host,
      source: proxy.source,
      hasCredentials: proxy.authorization !== undefined,
      endpoint: proxy.problem === undefined ? endpointOf(proxy.url) : undefined,
      openTunnel: async (target, signal) => {
        const transport = await this.makeUndici();
        try {
          return await transport.openTunnel(proxy, target, signal);
        } finally {
          // Disposing the transport does not close the tunnel.
          transport.dispose();
        }
      },
    };
  }

  private warnOnce(message: string): void {
    if (this.reported.has(message)) return;
    this.reported.add(message);
    this.log.warn(message);
  }
}

function chosenProxy(origin: string): ChosenProxy | undefined {
  return chooseProxy(origin, transportSettings().proxies, process.env);
}

/** How requests leave this computer: with our own client, the editor's, or whichever of them gets through. */
type TransportKind = "auto" | "undici" | "editor";

/** The user's settings about transports. */
interface TransportSettings {
  readonly kind: TransportKind;
  readonly proxies: ProxySettings;
  /** Whether the operating system's certificates are trusted, too. */
  readonly usesSystemCertificates: boolean;
  /** False when the editor is set to accept any certificate, which we never do. */
  readonly isStrict: boolean;
}

function transportSettings(): TransportSettings {
  const http = vscode.workspace.getConfiguration("http");
  const authorization = textOf(http.get<unknown>("proxyAuthorization"));
  const noProxy = http.get<unknown>("noProxy");
  return {
    kind: transportKind(),
    proxies: {
      isOn: http.get<unknown>("proxySupport") !== "off",
      proxy: textOf(http.get<unknown>("proxy")),
      noProxy: Array.isArray(noProxy) ? noProxy.map(textOf) : [],
      ...(authorization === "" ? {} : { authorization }),
    },
    usesSystemCertificates: http.get<unknown>("systemCertificates") !== false,
    isStrict: http.get<unknown>("proxyStrictSSL") !== false,
  };
}

/** Whether a change may affect the settings above. */
function affectsTransport(change: vscode.ConfigurationChangeEvent): boolean {
  return (
    change.affectsConfiguration("http") ||
    change.affectsConfiguration("macroSignals.network.transport")
  );
}

function transportKind(): TransportKind {
  const settings = vscode.workspace.getConfiguration("macroSignals");
  const kind = settings.get<unknown>("network.transport");
  return kind === "undici" || kind === "editor" ? kind : "auto";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
