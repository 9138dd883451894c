import { type Instant } from "../../shared/instant";
import { type PanelRef } from "../../shared/reference";
import { type KeptCoverage } from "../../store/keptCoverage";
import {
  type FetchPanelOptions,
  type Panel,
  type PanelOptions,
  type PanelVariantFrame,
} from "../../store/panel";
import { type PanelStore } from "../../store/panelStore";
import { type KnownPanels } from "../../store/panels";
import { type Disposable } from "../disposables";
import { type ConnectedPanelsOptions } from "./connectedPanels";

/** The panels of a connection, whose code is loaded with the first of them. */
export class LazyPanels implements KnownPanels, Disposable {
  private made: PanelStore | undefined;
  private isDisposed = false;

  constructor(private readonly options: ConnectedPanelsOptions) {}

  async panel(reference: PanelRef, options?: FetchPanelOptions): Promise<Panel> {
    return (await this.store()).panel(reference, options);
  }

  async keptCoverage(reference: PanelRef, signal?: AbortSignal): Promise<KeptCoverage | undefined> {
    return (await this.store()).keptCoverage(reference, signal);
  }

  latestInstant(reference: PanelRef): Instant | undefined {
    return this.made?.latestInstant(reference);
  }

  async retry(panel: Panel, options?: PanelOptions): Promise<Panel> {
    return (await this.store()).retry(panel, options);
  }

  async *frames(panel: Panel, signal?: AbortSignal): AsyncGenerator<PanelVariantFrame, void, void> {
    yield* (await this.store()).frames(panel, signal);
  }

  forgetKept(): void {
    this.made?.forgetKept();
  }

  dispose(): void {
    this.isDisposed = true;
    this.made?.dispose();
  }

  private async store(): Promise<PanelStore> {
    const { connectedPanels } = await import("./connectedPanels");
    this.made ??= connectedPanels(this.options);
    if (this.isDisposed) this.made.dispose();
    return this.made;
  }
}
