import { type Body } from "../../src/service/body";
import { type WireFormat } from "../../src/shared/wireFormat";
import { fixtureBytes } from "./fixtures";

/** A body as the client hands it out, of no request in particular. */
export function bodyOf(bytes: Uint8Array, format: WireFormat = "parquet"): Body {
  return { request: "GET /", attempts: 1, isCloseDelimited: false, bytes, format };
}

const good = "pandas-date32.parquet";
/** How many rows {@link goodBody} has. */
export const rowsOfGood = 67;

export function goodBody(): Body {
  return bodyOf(fixtureBytes(good));
}

/**
 * A Parquet body on which the module traps: its first page tells of more definition levels than it holds. Found by
 * changing each byte of the file in turn.
 */
export function trappingBody(): Body {
  const bytes = fixtureBytes(good);
  bytes[347] = 0x7f;
  return bodyOf(bytes);
}
