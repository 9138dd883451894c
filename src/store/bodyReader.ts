import pLimit from "p-limit";
import { DecodeError } from "../data/errors";
import { ContractError } from "../service/errors";
import { LatestForecasts } from "../service/latestForecasts";
import { LatestSignals } from "../service/latestSignals";
import {
  type BodyForm,
  type BodyPage,
  type BodyReader,
  type BodyToRead,
  readBody,
} from "../service/readBody";
import { type PackedColumns } from "../shared/columns";
import { FlatValue } from "./flatValue";
import { type FrameWorker } from "./frameWorker";

/** What is smaller is read at once, in a few milliseconds. */
export const readAtOnceBytes = 256 * 1024;

const oneAtATime = pLimit(1);

/**
 * Reads small bodies in this thread, and large ones in a thread of their own, one after the other: what they
 * hold comes back part by part, so that no body holds up the editor (HOST-07).
 */
export function bodyReader(worker: FrameWorker): BodyReader {
  return async (body, signal) => {
    if (body.bytes.length <= readAtOnceBytes) return readBody(body);
    return oneAtATime(() => readElsewhere(worker, body, signal));
  };
}

async function readElsewhere<F extends BodyForm>(
  worker: FrameWorker,
  body: BodyToRead<F>,
  signal: AbortSignal | undefined,
): Promise<BodyPage<F>> {
  const own = worker.fork();
  let isDone = false;
  try {
    const flat = new FlatValue();
    let read = await own.read({ kind: "begin", body }, signal);
    for (; !("problem" in read); read = await own.read({ kind: "next" }, signal)) {
      flat.add(read);
      if (!read.isLast) continue;
      isDone = true;
      return receivedPage(body.form, flat.value);
    }
    isDone = true;
    throw new ContractError(body.facts, read.path, read.problem);
  } catch (error) {
    // The thread ended: most likely its heap was full.
    if (!(error instanceof DecodeError)) throw error;
    throw new ContractError(body.facts, "$", "is more than can be read", { cause: error });
  } finally {
    if (isDone) worker.takeBack(own);
    else own.dispose();
  }
}

/** The thread answers with what the body was read as; columns cross as one buffer. */
function receivedPage<F extends BodyForm>(form: F, page: unknown): BodyPage<F> {
  if (form !== "latestSignals" && form !== "latestForecasts") return page as BodyPage<F>;
  const { items, ...about } = page as { readonly items: PackedColumns };
  const columns = form === "latestSignals" ? new LatestSignals(items) : new LatestForecasts(items);
  return { ...about, items: columns } as unknown as BodyPage<F>;
}
