/**
 * The longest time that work may block the page, in milliseconds: at first, and later in each task. 12 ms fit into one
 * frame.
 */
const [firstMs, pieceMs] = [12, 5];

/**
 * Runs work in pieces, so that the page stays responsive. Short work is finished before this returns; the rest of long
 * work runs in tasks of its own.
 *
 * @param done - Called with the result, before this returns if the work was short, else in a task of its own.
 * @returns Stops the work; `done` is then not called.
 */
export function inPieces<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  const first = stepsWithin(work, firstMs);
  if (first.done === true) {
    done(first.value);
    return () => undefined;
  }
  // Unlike a timer, a message is delivered without delay.
  const { port1, port2 } = new MessageChannel();
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    port1.close();
  };
  let step: IteratorResult<void, T> = first;
  const goOn = (): void => {
    // Messages sent before the port was closed may still arrive.
    if (hasEnded) return;
    if (step.done === true) {
      end();
      done(step.value);
      return;
    }
    try {
      step = stepsWithin(work, pieceMs);
    } catch (error) {
      end();
      throw error;
    }
    port2.postMessage(null);
  };
  port1.addEventListener("message", goOn);
  port1.start();
  port2.postMessage(null);
  return end;
}

/** Runs until the time is up or the work is done. */
function stepsWithin<T>(work: Generator<void, T>, forMs: number): IteratorResult<void, T> {
  const end = performance.now() + forMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= end) return step;
  }
}
