import assert from "node:assert/strict";
import * as vscode from "vscode";
import { anyChartPlaceOfUri } from "../../src/shared/chartPlace";
import { agentToolNames } from "../../src/features/agents/agentTools";
import { ChangedSettings } from "../support/changedSettings";
import { describeInBoth } from "../support/inBothEditors";
import { laterIn, newestIn, PublishedRequests } from "../support/publishedRequests";
import { backToLatest, setWindowAsOf } from "../support/setWindowAsOf";
import { until } from "../support/until";

const reference = "signals/INFL/2/country_iso=US/FIT/latest";
const asked = { market: "SPX", currency: "USD", horizon: "12 Months", hedging: "Local" };

/** A call of every tool, and whether it is refused under an as-of. */
const calls: readonly (readonly [name: string, input: object, isRefused: boolean])[] = [
  ["search_macro_catalog", { query: "inflation us", family: "signal" }, false],
  ["get_macro_series", { references: [reference] }, false],
  ["get_macro_series", { references: [reference], as_of: "latest" }, true],
  ["get_macro_series", { references: ["forecasts/SPX/USD/12 Months"] }, true],
  ["compare_macro_vintages", { reference, a: "2023-06-30", b: "2024-06-28" }, false],
  ["explain_macro_forecast", asked, true],
  ["get_macro_latest", { code: "INFL", limit: 3 }, true],
  ["open_macro_chart", { references: ["forecasts/SPX/USD/12 Months"] }, true],
  ["open_macro_chart", { references: [reference] }, false],
];

type Answer = Readonly<Record<string, unknown>>;

/** What an agent gets, without a model and without a person's consent. */
async function answerOf(
  name: string,
  input: object,
  options: Partial<vscode.LanguageModelToolInvocationOptions<object>> = {},
  token?: vscode.CancellationToken,
): Promise<{ readonly text: string; readonly answer: Answer }> {
  const asked = { toolInvocationToken: undefined, ...options, input };
  const { content } = await vscode.lm.invokeTool(name, asked, token);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return { text: part.value, answer: JSON.parse(part.value) as Answer };
}

describeInBoth("tools for agents in the editor", function () {
  this.timeout(60_000);
  let requests: PublishedRequests;

  before(async () => {
    await vscode.commands.executeCommand("macroSignals.useSampleData");
  });
  beforeEach(() => {
    requests = new PublishedRequests();
  });
  afterEach(async () => {
    requests.dispose();
    await backToLatest();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are those of the manifest", async () => {
    const names = await until("the tools", () => {
      const all = vscode.lm.tools.map(({ name }) => name);
      return agentToolNames.every((name) => all.includes(name)) ? all : undefined;
    });
    assert.ok(names.length >= agentToolNames.length);
  });

  it("answer without an as-of, with provenance", async () => {
    for (const [name, input] of calls) {
      const { answer, text } = await answerOf(name, input);
      assert.equal("refused" in answer, false, text);
      assert.equal(answer["synthetic"], true);
      assert.ok(Buffer.byteLength(text) <= 16_384);
    }
  });

  it("request nothing later than the window's as-of, whatever an agent asks for (AI-01)", async () => {
    const bound = await setWindowAsOf();
    requests.paths.length = 0;
    for (const [name, input, isRefused] of calls) {
      const { answer, text } = await answerOf(name, input);
      // The archive may have answers from before the as-of in no other run than this one's.
      assert.equal("refused" in answer, isRefused, `${name}: ${text}`);
    }
    await requests.settle();
    assert.deepEqual(laterIn(requests.paths, bound), []);
    assert.deepEqual(newestIn(requests.paths), []);
  });

  it("open charts for the person as of the window", async () => {
    const bound = await setWindowAsOf();
    await answerOf("open_macro_chart", { references: [reference] });
    const shown = await until("the chart", () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputCustom ? input.uri.toString() : undefined;
    });
    assert.ok(anyChartPlaceOfUri(shown) !== undefined);
    assert.ok(shown.includes(bound), shown);
  });

  it("keep to the tokens that the caller gives (AI-03)", async () => {
    const countTokens = (text: string): Thenable<number> => Promise.resolve(text.length / 4);
    const countries = ["US", "DE", "FR", "GB", "JP", "IT", "ES", "CA"];
    const references = countries.map((each) => reference.replace("US", each));
    const options = { tokenizationOptions: { tokenBudget: 600, countTokens } };
    const { text, answer } = await answerOf("get_macro_series", { references }, options);
    assert.ok(text.length / 4 <= 600, `${text.length / 4} tokens`);
    assert.ok("missing" in answer);
  });

  it("end with the call when the agent is stopped", async () => {
    const cancelling = new vscode.CancellationTokenSource();
    const running = answerOf(
      "get_macro_series",
      { references: ["signals/CREDIT/1/country_iso=*/SNAP/20200101T000000Z"] },
      {},
      cancelling.token,
    );
    cancelling.cancel();
    await assert.rejects(running);
    await requests.settle();
    assert.ok(requests.paths.length <= 16, `${requests.paths.length}`);
  });

  it("work and throw nothing where AI features are off", async () => {
    const settings = new ChangedSettings();
    const setting = "chat.disableAIFeatures";
    // The oldest supported editor has no such setting.
    const isKnown = vscode.workspace.getConfiguration().inspect(setting)?.defaultValue === false;
    if (isKnown) await settings.set(setting, true);
    try {
      const { answer } = await answerOf("get_macro_series", { references: [reference] });
      assert.equal("refused" in answer, false);
    } finally {
      await settings.reset();
    }
  });

  it("can be used elsewhere: the copied configuration holds no key (AI-05)", async () => {
    await setWindowAsOf();
    await vscode.commands.executeCommand("macroSignals.copyMcpConfiguration");
    const text = await vscode.env.clipboard.readText();
    const { mcpServers } = JSON.parse(text) as {
      readonly mcpServers: Readonly<
        Record<
          string,
          { readonly command: string; readonly args: readonly string[]; readonly env?: object }
        >
      >;
    };
    const server = mcpServers["macro-signals"];
    assert.ok(server);
    assert.equal(server.command, "node");
    const [cli = "", ...args] = server.args;
    assert.match(cli, /dist[\\/]cli\.cjs$/);
    assert.deepEqual(args.slice(0, 2), ["mcp", "--as-of"]);
    assert.equal(args.at(-1), "--sample");
    assert.equal(server.env, undefined);
  });
});
