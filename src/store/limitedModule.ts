import { workerData } from "node:worker_threads";
import { limitModuleMemory } from "../data/moduleMemoryLimit";

// Must run before anything imports the Parquet module, which is compiled on first import.
const data: unknown = workerData;
if (typeof data === "object" && data !== null && "maxModuleBytes" in data) {
  limitModuleMemory(Number(data.maxModuleBytes));
}
