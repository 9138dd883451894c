import { sliceFrame } from "../data/sliceFrame";
import { type SeriesPlace } from "../shared/documentPlace";
import {
  type ContentOptions,
  type DocumentContent,
  type DocumentSeries,
  type TextParts,
} from "./documentContent";
import { frameText } from "./frameText";

/** The series of a document, or the part of it that is shown. @throws as `SeriesStore.series` does. */
export async function seriesContent(
  { reference, slice, form }: SeriesPlace,
  store: DocumentSeries,
  parts: TextParts,
  options: ContentOptions,
): Promise<DocumentContent> {
  const { frame } = await store.series(reference, options);
  return {
    identity: frame,
    format: (signal) => frameText(sliceFrame(frame, slice), { ...parts, form, signal }),
  };
}
