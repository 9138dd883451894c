/** The longest time, in milliseconds, that work takes at once: at first, and later between what a person does. */
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
  // Unlike a timer, a message comes at once.
  const { port1, port2 } = new MessageChannel();
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    port1.close();
  };
  let step: IteratorResult<void, T> = first;
  const goOn = (): void => {
    // What was sent before the port was closed still comes.
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

/** Runs until the time is over or the work done. */
function stepsWithin<T>(work: Generator<void, T>, forMs: number): IteratorResult<void, T> {
  const end = performance.now() + forMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= end) return step;
  }
}
