import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import path from "node:path";
import { testKey } from "./testClient";

/** What `npm run build` made of the command line. */
export const cliFile = path.resolve("dist/cli.cjs");

export interface McpProgramOptions {
  /** The as-of on the command line. */
  readonly asOf?: string;
  /** The folder below which datasets are written. */
  readonly folder?: string;
  /** Whether the client first asks for the protocol that came after sessions. */
  readonly isModern?: boolean;
}

/** The variables with which the command line reaches a service of a test. */
export function cliEnvironment(origin: string): Record<string, string> {
  return { MACRO_SIGNALS_BASE_URL: origin, MACRO_SIGNALS_API_KEY: testKey };
}

/** The command line under the client of the protocol's own library. */
export class McpProgram {
  private constructor(readonly client: Client) {}

  static async start(
    origin: string,
    { asOf, folder, isModern = false }: McpProgramOptions = {},
  ): Promise<McpProgram> {
    const client = new Client(
      { name: "test", version: "1" },
      isModern ? { versionNegotiation: { mode: "auto" } } : {},
    );
    const bound = asOf === undefined ? [] : ["--as-of", asOf];
    const args = [cliFile, "mcp", ...bound, ...(folder === undefined ? [] : ["--folder", folder])];
    const env = cliEnvironment(origin);
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    return new McpProgram(client);
  }

  /** The answer of a tool as its text, and whether it is a refusal. */
  async call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    const options = signal === undefined ? {} : { signal };
    const result: CallToolResult = await this.client.callTool({ name, arguments: input }, options);
    const [content] = result.content;
    if (content?.type !== "text") throw new Error("an answer is one text");
    return { text: content.text, isError: result.isError === true };
  }

  end(): Promise<void> {
    return this.client.close();
  }
}
