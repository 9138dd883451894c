import { environmentKeyVariable } from "../shared/environmentKeyVariable";

/** The header that the key travels in. */
export const keyHeader = "X-API-KEY";

/** Texts that no code has but that of a live request: where its key is from, and where it goes. */
export const requestMarks: ReadonlySet<string> = new Set([keyHeader, environmentKeyVariable]);
