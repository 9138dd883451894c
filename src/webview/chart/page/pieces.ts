/** For so long work goes on at first, and then at a time: the rest of a frame is for what a person does. */
const [firstMs, pieceMs] = [12, 5];

/**
 * Does work in pieces, so that the page answers while it goes on: the first ones at once, which is all that there is of
 * short work, the others in tasks of their own.
 *
 * @param done - Called with what it comes to: at once where nothing is left to do, else in a task of its own.
 * @returns Ends the work; `done` is not called any more.
 */
export function inPieces<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  // Unlike a timer, a message comes at once.
  const { port1, port2 } = new MessageChannel();
  const end = (): void => {
    port1.onmessage = null;
    port1.close();
  };
  const finish = (result: T): void => {
    end();
    done(result);
  };
  const first = stepsWithin(work, firstMs);
  if (first.done === true) {
    finish(first.value);
    return end;
  }
  port1.onmessage = () => {
    const step = stepsWithin(work, pieceMs);
    if (step.done === true) port1.onmessage = () => finish(step.value);
    port2.postMessage(null);
  };
  port2.postMessage(null);
  return end;
}

/** Until the time is over, or the work done. */
function stepsWithin<T>(work: Generator<void, T>, forMs: number): IteratorResult<void, T> {
  const end = performance.now() + forMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= end) return step;
  }
}
