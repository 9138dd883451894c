import { workerData } from "node:worker_threads";
import { limitModuleMemory } from "../data/moduleMemoryLimit";

// Before anything loads the Parquet module, which is compiled when it is first imported.
const data: unknown = workerData;
if (typeof data === "object" && data !== null && "maxModuleBytes" in data) {
  limitModuleMemory(Number(data.maxModuleBytes));
}
