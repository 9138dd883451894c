import path from "node:path";

/** What `npm run build` made of the decode worker, with the WebAssembly module beside it. */
export const decodeWorkerFile = path.resolve("dist/decodeWorker.cjs");
