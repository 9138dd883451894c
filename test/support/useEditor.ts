import { EditorSession, type SessionOptions } from "./editorSession";
import { type Workbench } from "./workbench";

/** The editor of the running block of tests. */
export interface UsedEditor {
  readonly session: EditorSession;
  /** The window that was opened first. */
  readonly workbench: Workbench;
}

/** Where the editor stands that blocks share: each file of tests is a program of its own. */
const holder = globalThis as { sharedEditor?: UsedEditor | undefined };

/**
 * Gives the `describe` block that calls it an editor with one open window. One with settings of its own ends behind the last
 * test; the others share theirs, tidied up, until a test fails. That leaves pictures named `failed-…` among the screenshots.
 */
export function useEditor(options?: SessionOptions): UsedEditor {
  let used: UsedEditor | undefined;
  let hasFailed = false;
  const current = (): UsedEditor => {
    if (used === undefined)
      throw new Error("The editor exists while tests run, not while they are declared");
    return used;
  };
  before("start an editor", async function () {
    this.timeout(180_000);
    if (options === undefined && holder.sharedEditor !== undefined) {
      used = holder.sharedEditor;
      await used.session.restoreSettings(used.workbench);
      await used.workbench.tidy();
      return;
    }
    used = await startEditor(options);
    if (options === undefined) holder.sharedEditor = used;
  });
  afterEach("keep pictures of a failure", async function () {
    const { currentTest } = this;
    if (currentTest?.state !== "failed") return;
    hasFailed = true;
    await current().session.keepFailure(currentTest.fullTitle());
  });
  after("stop the editor", async () => {
    // One that is shared ends with this process.
    if (options === undefined && !hasFailed) return;
    if (options === undefined) holder.sharedEditor = undefined;
    await used?.session.stop();
  });
  return {
    get session() {
      return current().session;
    },
    get workbench() {
      return current().workbench;
    },
  };
}

async function startEditor(options: SessionOptions = {}): Promise<UsedEditor> {
  const session = await EditorSession.start(options);
  try {
    return { session, workbench: await session.openWindow() };
  } catch (error) {
    await session.stop();
    throw error;
  }
}
