import { latestMessages } from "../messages";
import * as v from "valibot";
import { int32s } from "../../../shared/messageSchemas";
import { type Since, isSince } from "../model/since";
import { variantCommands } from "./protocol";

const isVersion = (version: number): boolean => Number.isSafeInteger(version) && version >= 0;

/**
 * Records of the answer, and the version that each of them belongs to: one of version 0 may belong to another version.
 */
const namedRecords = {
  records: int32s,
  versions: v.pipe(
    v.instance(Float64Array),
    v.check((versions) => versions.every(isVersion)),
  ),
};

export const fromLatest = v.variant("type", [
  ...latestMessages,
  v.object({ type: v.literal("ready") }),
  v.pipe(
    v.object({
      type: v.literal("run"),
      generation: v.number(),
      command: v.picklist(variantCommands),
      ...namedRecords,
    }),
    v.check(({ records, versions }) => records.length === versions.length),
  ),
  /** Asks for older values of the shown records: nothing is requested for others. */
  v.pipe(
    v.object({
      type: v.literal("compare"),
      generation: v.number(),
      since: v.custom<Since>(isSince),
      /** Whether any number of requests may be made; a few are always allowed. */
      mayRequest: v.boolean(),
      ...namedRecords,
    }),
    v.check(({ records, versions }) => records.length === versions.length),
  ),
  /** Cancels the requests for older values; fetched values remain. */
  v.object({ type: v.literal("stopComparing") }),
  v.object({ type: v.literal("askSince") }),
]);
export type FromLatest = Readonly<v.InferOutput<typeof fromLatest>>;
