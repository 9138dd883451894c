import { type ViewState } from "./viewState";

/** Names of the shown columns of a signal, the Aggregate first; the first column when none is shown. */
export function shownNames(names: readonly string[], { columns }: ViewState): readonly string[] {
  const ordered = orderedNames(names);
  const shown = ordered.filter((name) => columns.includes(name));
  return shown.length > 0 ? shown : ordered.slice(0, 1);
}

/** In the service's order, but with the Aggregate first. */
export function orderedNames(names: readonly string[]): readonly string[] {
  const isFirst = (name: string): boolean => name === "Aggregate";
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
}
