import { EditorSession, type SessionOptions } from "./editorSession";
import { type Workbench } from "./workbench";

/** The editor of the running block of tests. */
export interface UsedEditor {
  readonly session: EditorSession;
  /** The window that was opened first. */
  readonly workbench: Workbench;
}

/**
 * Gives the `describe` block that calls it an editor with one open window, and ends it behind the last test. A failed
 * test leaves pictures named `failed-…` among the screenshots.
 */
export function useEditor(options: SessionOptions = {}): UsedEditor {
  let used: UsedEditor | undefined;
  const current = (): UsedEditor => {
    if (used === undefined)
      throw new Error("The editor exists while tests run, not while they are declared");
    return used;
  };
  before("start an editor", async function () {
    this.timeout(180_000);
    const session = await EditorSession.start(options);
    try {
      used = { session, workbench: await session.openWindow() };
    } catch (error) {
      await session.stop();
      throw error;
    }
  });
  afterEach("keep pictures of a failure", async function () {
    const { currentTest } = this;
    if (currentTest?.state === "failed") {
      await current().session.keepFailure(currentTest.fullTitle());
    }
  });
  after("stop the editor", async () => {
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
