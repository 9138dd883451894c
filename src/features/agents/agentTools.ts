import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import type { AgentCalls, AgentSources } from "./agentCalls";

/** The tools in the manifest. */
export const agentToolNames = [
  "search_macro_catalog",
  "get_macro_series",
  "get_macro_latest",
  "compare_macro_vintages",
  "explain_macro_forecast",
  "write_macro_dataset",
  "open_macro_chart",
] as const;

/**
 * Registers the tools of agents. They are loaded with the first call, and offered while there is a connection; where the
 * editor's AI features are off, nothing calls them.
 */
export function registerAgentTools(sources: AgentSources): Disposable {
  const registrations = new DisposableStore();
  let loading: Promise<AgentCalls> | undefined;
  const calls = (): Promise<AgentCalls> =>
    (loading ??= import("./agentCalls").then(({ AgentCalls }) => new AgentCalls(sources)));
  for (const name of agentToolNames) {
    registrations.add(
      vscode.lm.registerTool<object>(name, {
        invoke: async (options, token) => (await calls()).invoke(name, options, token),
        prepareInvocation: async ({ input }) => (await calls()).prepared(name, input),
      }),
    );
  }
  return registrations;
}
