/** Entry point of dist/frameWorker.cjs. */
import { workerData } from "node:worker_threads";
import { limitModuleMemory } from "../data/moduleMemoryLimit";

const data: unknown = workerData;
if (typeof data === "object" && data !== null && "maxModuleBytes" in data) {
  limitModuleMemory(Number(data.maxModuleBytes));
}
// Imported only now, because the Parquet module is compiled on first import, with the limit of that moment.
void import("./frameWorkerThread");
