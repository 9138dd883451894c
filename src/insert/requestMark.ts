import { environmentKeyVariable } from "../shared/environmentKeyVariable";

/** The header that the key travels in. */
export const keyHeader = "X-API-KEY";

/** Texts that no code has but that of a live request: where its key is from, and where it goes. */
export const requestMarks: ReadonlySet<string> = new Set([keyHeader, environmentKeyVariable]);

/** The Python function that makes the request; for several series in one place it is defined once, above the first. */
export const tableFunction = "macro_signals_table";

/** A line that calls it, or what it was called before. */
export const requestCall = /\bmacro_signals_(?:table|csv)\(/;
