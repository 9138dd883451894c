import path from "node:path";

/** What `npm run build` made of the frame worker's thread, with the WebAssembly module beside it. */
export const frameWorkerFile = path.resolve("dist/frameWorker.cjs");
