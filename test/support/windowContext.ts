import { type WindowContext } from "../../src/connect/context";

/** The context of a window without a connection, with what a test chooses; it does not change. */
export function windowContext(chosen: Partial<WindowContext> = {}): WindowContext {
  return {
    current: undefined,
    exportKind: undefined,
    onDidChange: () => ({ dispose: () => undefined }),
    setExportKind: () => Promise.resolve(),
    ...chosen,
  };
}
