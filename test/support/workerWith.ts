import { type FrameWorker } from "../../src/store/frameWorker";

/** The worker with some methods of a test instead of its own. */
export function workerWith(worker: FrameWorker, methods: Partial<FrameWorker>): FrameWorker {
  return Object.assign(Object.create(worker) as FrameWorker, methods);
}
