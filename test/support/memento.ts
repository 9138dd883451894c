import type { Memento } from "vscode";

/** A memento that lasts as long as a test. */
export function memento(): Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? values.get(key) : fallback) as T,
    update: (key, value: unknown) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}
