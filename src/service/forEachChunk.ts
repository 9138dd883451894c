import { finished, Readable } from "node:stream";

/**
 * Visits the chunks of a body in their order until its end, or until the visitor returns false, which closes the body.
 *
 * @throws when the body ends before it is complete.
 */
export async function forEachChunk(
  body: AsyncIterable<Uint8Array>,
  visit: (chunk: Uint8Array) => boolean,
): Promise<void> {
  if (body instanceof Readable) return visitStream(body, visit);
  for await (const chunk of body) {
    if (!visit(chunk)) return;
  }
}

/** Iterating costs a promise for each chunk, which is a third of the throughput of large bodies. */
function visitStream(body: Readable, visit: (chunk: Uint8Array) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (chunk: Uint8Array): void => {
      if (visit(chunk)) return;
      // What is buffered would still be told after the end.
      body.off("data", take);
      body.destroy();
      resolve();
    };
    body.on("data", take);
    finished(body, (error) => (error ? reject(error) : resolve()));
  });
}
