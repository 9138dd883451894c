import * as vscode from "vscode";
import { type Connections } from "../../connect/connections";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { tabUris } from "../../editor/tabs/tabUris";
import { type Pinned, withRecent } from "../../shared/pins";
import { onDidOpenProfile } from "../latest/profile/openedProfiles";
import { pinnedOf, pinnedOfUri } from "../pinned/pinnedOf";

const stateKey = "search.recent";

/** 8: a chart of more series would displace everything else from the list. */
const maxParts = 8;

/** The last series, panels, profiles, pages and saved charts that this workspace has opened, as lines like those of pins. */
export class RecentlyOpened implements Disposable {
  private readonly disposables = new DisposableStore();
  /** The URI of the last profile's chart, which is listed as a profile instead of its series. */
  private profileUri = "";

  constructor(
    private readonly state: vscode.Memento,
    private readonly connections: Connections,
  ) {
    this.disposables.add(
      vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
        for (const uri of opened.flatMap(tabUris)) this.noteUri(uri);
      }),
    );
    this.disposables.add(
      onDidOpenProfile(({ uri, ...linked }) => {
        this.profileUri = uri;
        this.note([pinnedOf(linked, connections)].filter((each) => each !== undefined));
      }),
    );
  }

  /** The newest first. */
  get lines(): readonly string[] {
    return withRecent(this.state.get<unknown>(stateKey), []);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private noteUri(uri: vscode.Uri): void {
    if (uri.toString() === this.profileUri) return;
    const pinned = pinnedOfUri(uri, this.connections);
    if (pinned.length <= maxParts) this.note(pinned);
  }

  private note(pinned: readonly Pinned[]): void {
    if (pinned.length === 0) return;
    void this.state.update(stateKey, withRecent(this.state.get<unknown>(stateKey), pinned));
  }
}
