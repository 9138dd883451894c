import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type BrowserContext, chromium } from "playwright-core";
import { browserOptions } from "./browser";
import { type CodeServer, startCodeServer } from "./codeServer";
import { linkDemoExtension } from "./demoExtension";
import { type EditorSettings, sampleSettings } from "./editorSettings";
import { type TemporaryFolder, temporaryFolder } from "./temporaryFolder";
import { wantedVersion } from "./editorVersion";
import { keepFailure } from "./pictures";
import { ensureVscodeServer } from "./vscodeServer";
import { Workbench, windowSize } from "./workbench";

/** Environment variable that tells the tests where the packaged extension is installed. */
export const extensionsVariable = "MACRO_SIGNALS_TEST_EXTENSIONS";

/** How an end-to-end session begins. */
export interface SessionOptions {
  /** Added to {@link sampleSettings}. */
  readonly settings?: EditorSettings;
  /** Whether the window opens as `npm start` opens it: with the walkthrough. */
  readonly isDemo?: boolean;
}

/** One person's editor for a block of tests: a code-server, a folder to work in, and computers to look from. */
export class EditorSession {
  /** The addresses that all computers' pages have asked for so far. */
  readonly requests: string[] = [];
  private readonly computers: BrowserContext[] = [];
  private readonly windows: Workbench[] = [];
  private settings: EditorSettings;

  private constructor(
    readonly server: CodeServer,
    /** A copy of the example folder, open in the windows. */
    readonly folder: string,
    private readonly home: TemporaryFolder,
    private readonly first: EditorSettings,
  ) {
    this.settings = first;
  }

  /** Starts an editor with a new profile that has the packaged extension. */
  static async start(options: SessionOptions = {}): Promise<EditorSession> {
    const extensions = process.env[extensionsVariable];
    if (extensions === undefined) {
      throw new Error(`${extensionsVariable} is not set: run npm run test:e2e`);
    }
    const home = temporaryFolder("e2e");
    const folder = path.join(home.path, "example");
    await cp(path.resolve("test/support/example"), folder, { recursive: true });
    const settings = { ...sampleSettings, ...options.settings };
    const vscode = await ensureVscodeServer(wantedVersion());
    const profile = path.join(home.path, "profile");
    let { builtInExtensions } = vscode;
    if (options.isDemo === true) {
      const linked = path.join(home.path, "built-in");
      await linkDemoExtension(builtInExtensions, linked);
      builtInExtensions = linked;
    }
    const server = await startCodeServer(vscode, {
      ...{ profile, extensions, builtInExtensions, settings },
    });
    return new EditorSession(server, folder, home, settings);
  }

  /** The folder below which all is written that editor and browsers write. */
  get root(): string {
    return this.home.path;
  }

  /** A computer that never saw this editor: its browser has no secrets and no state. */
  async newComputer(): Promise<BrowserContext> {
    const profile = path.join(this.home.path, `computer-${this.computers.length}`);
    await mkdir(profile);
    const computer = await chromium.launchPersistentContext(profile, {
      ...browserOptions(),
      viewport: windowSize,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    computer.on("request", (request) => this.requests.push(request.url()));
    this.computers.push(computer);
    return computer;
  }

  /** A new window, on a new computer unless one is given. */
  async openWindow(computer?: BrowserContext): Promise<Workbench> {
    const url = this.server.urlOf(this.folder);
    const window = await Workbench.open(computer ?? (await this.newComputer()), url);
    this.windows.push(window);
    return window;
  }

  /**
   * Changes settings in a window, the way a person does: a server without its native file watcher does not see a changed
   * file, so other windows learn of it when they reload.
   */
  changeSettings(changes: EditorSettings, window: Workbench): Promise<void> {
    return this.setSettings({ ...this.settings, ...changes }, window);
  }

  /** Reverts the settings that tests changed, directly or indirectly. */
  async restoreSettings(window: Workbench): Promise<void> {
    const written = await readFile(this.server.settingsFile, "utf8");
    if (!isDeepStrictEqual(JSON.parse(written), this.first)) {
      await this.setSettings(this.first, window);
    }
  }

  private async setSettings(settings: EditorSettings, window: Workbench): Promise<void> {
    this.settings = settings;
    await window.runCommand("Preferences: Open User Settings (JSON)");
    await window.waitForActiveTab("settings.json");
    await window.replaceEditorText(JSON.stringify(settings, undefined, 2));
    await window.runCommand("View: Close Editor");
  }

  /** Keeps a picture of each open window, in which a test has failed. */
  async keepFailure(name: string): Promise<void> {
    for (const [index, window] of this.windows.entries()) {
      if (!window.page.isClosed()) await keepFailure(window.page, `failed-${name}-${index}`);
    }
  }

  async stop(): Promise<void> {
    for (const computer of this.computers) await computer.close();
    await this.server.stop();
    this.home.remove();
  }
}
