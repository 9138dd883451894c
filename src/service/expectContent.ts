import { type WireFormat } from "../shared/wireFormat";
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
/** A page can begin with many lines that are not shown. */
const sampledBytes = 64 * 1024;

/** @throws {@link UnexpectedContentError} when the answer is empty, or does not look like the format that was asked for. */
export function expectContent(answer: Answer, format: WireFormat): void {
  const kind = contentKindOf(answer.bytes);
  if (kind === kindOfFormat[format]) return;
  const isBinary = kind === "binary content" || kind === "gzip" || kind === "Parquet";
  throw new UnexpectedContentError(answer, kind, isBinary ? "" : excerptOf(answer));
}

function excerptOf({ bytes, redaction }: Answer): string {
  const sample = bytes.subarray(0, sampledBytes);
  const text = new TextDecoder().decode(sample);
  const isWhole = sample.length === bytes.length;
  return cutText(redactedVisibleText(text, isWhole, redaction), excerptLength);
}
