import { clearCache } from "./clearCacheFlow";
import { connectToService } from "./connectFlow";
import { changeContext, setKind } from "./contextFlow";
import { diagnoseConnection } from "./diagnoseFlow";
import { enterApiKey, forgetApiKey } from "./keyFlow";
import { removeConnection, renameConnection } from "./manageFlow";
import { switchConnection, useSampleData } from "./switchFlow";

/** What people do with connections, their keys and what is kept of them: one bundle, since these lead to one another. */
export const connectionCommands = {
  connectService: connectToService,
  useSampleData,
  switchConnection,
  enterApiKey,
  forgetApiKey,
  setKind,
  changeContext,
  renameConnection,
  removeConnection,
  clearCache,
  diagnoseConnection,
};
