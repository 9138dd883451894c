import { type WireFormat, wireFormats } from "../shared/wireFormat";
import { type Answer } from "./answer";
import { type ContentKind, contentKindOf } from "./contentKind";
import { cutText } from "./cutText";
import { UnexpectedContentError } from "./errors";
import { redactedVisibleText } from "./visibleText";

const kindOfFormat: Readonly<Record<WireFormat, ContentKind>> = {
  parquet: "Parquet",
  csv: "text",
  json: "JSON",
};

const excerptLength = 200;
/** A page can begin with many lines that are not visible. */
const sampledBytes = 64 * 1024;

/** The format of an answer, and the error if it is not the requested one. */
export interface Content {
  readonly format: WireFormat;
  readonly unexpected?: UnexpectedContentError;
}

/** @throws {@link UnexpectedContentError} if the answer is empty, or does not look like the requested format. */
export function expectContent(answer: Answer, format: WireFormat): void {
  const { unexpected } = contentOf(answer, format);
  if (unexpected !== undefined) throw unexpected;
}

/** @throws {@link UnexpectedContentError} if the answer is empty, or looks like none of the formats. */
export function contentOf(answer: Answer, asked: WireFormat): Content {
  const kind = contentKindOf(answer.bytes);
  const format = wireFormats.find((each) => kindOfFormat[each] === kind);
  if (format === asked) return { format };
  const isBinary = kind === "binary content" || kind === "gzip" || kind === "Parquet";
  const unexpected = new UnexpectedContentError(answer, kind, isBinary ? "" : excerptOf(answer));
  if (format === undefined) throw unexpected;
  return { format, unexpected };
}

function excerptOf({ bytes, redaction }: Answer): string {
  const sample = bytes.subarray(0, sampledBytes);
  const text = new TextDecoder().decode(sample);
  const isWhole = sample.length === bytes.length;
  return cutText(redactedVisibleText(text, isWhole, redaction), excerptLength);
}
