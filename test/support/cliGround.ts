import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { dayOfIso } from "../../src/shared/day";
import { startSampleService } from "../../src/sample/sampleService";
import { CliRuns } from "./cliProgram";
import { forwardTo } from "./forwarder";
import { cliEnvironment } from "./mcpProgram";
import { sampleUntil } from "./sampleProgram";
import { temporaryFolder } from "./temporaryFolder";
import { testKey } from "./testClient";
import { startServer, type TestServer } from "./testServer";

/** A folder for the command line, and the sample service behind a server that records its requests. */
export class CliGround {
  /** Answers instead of the sample service, where it is set. */
  instead: RequestListener | undefined;
  readonly forward: RequestListener;

  private constructor(
    private readonly url: string,
    readonly server: TestServer,
    readonly runs: CliRuns,
    private readonly ends: readonly (() => unknown)[],
  ) {
    this.forward = forwardTo(() => this.url);
  }

  static async start(): Promise<CliGround> {
    const until = dayOfIso(sampleUntil) ?? Number.NaN;
    const sample = await startSampleService({ apiKey: testKey, until });
    const server = await startServer((request, response) =>
      (ground.instead ?? ground.forward)(request, response),
    );
    const folder = temporaryFolder("cli");
    const runs = new CliRuns(folder.path, cliEnvironment(server.origin));
    const ends = [() => folder.remove(), () => server.close(), () => sample.close()];
    const ground: CliGround = new CliGround(sample.url, server, runs, ends);
    return ground;
  }

  async end(): Promise<void> {
    for (const end of this.ends) await end();
  }

  /** The answer of the sample service itself. */
  async answer(target: string): Promise<string> {
    const response = await fetch(this.url + target, { headers: { "X-API-KEY": testKey } });
    assert.equal(response.status, 200);
    return response.text();
  }

  /** The requests for series since some of them. */
  dataRequests(since = 0): readonly string[] {
    const targets = this.server.requests.slice(since).map(({ target }) => target);
    return targets.filter((target) => target.includes("/data/"));
  }
}
