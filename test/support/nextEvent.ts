import { type Event } from "vscode";

/** Resolves with what an event of the editor fires next. */
export function nextEvent<T>(event: Event<T>): Promise<T> {
  return new Promise((resolve) => {
    const listener = event((value) => {
      listener.dispose();
      resolve(value);
    });
  });
}
