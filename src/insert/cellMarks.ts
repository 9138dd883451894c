/** Where a script begins its next cell, in the ways that editors know. */
export const cellMark = /^\s*(?:#|--)\s*(?:%%|In\[)/;

/** Where a chunk of code among prose ends; of a start, letters follow. */
export const chunkEnd = /^\s*(`{3,}|~{3,})\s*$/;
