import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { dayOfIso } from "../../src/shared/day";
import { type SampleService, startSampleService } from "../../src/sample/sampleService";
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

  private folder = temporaryFolder("cli");

  private constructor(
    private readonly sample: SampleService,
    readonly server: TestServer,
  ) {
    this.forward = forwardTo(() => this.sample.url);
  }

  /** In the folder of this ground. */
  get runs(): CliRuns {
    return new CliRuns(this.folder.path, cliEnvironment(this.server.origin));
  }

  static async start(): Promise<CliGround> {
    const until = dayOfIso(sampleUntil) ?? Number.NaN;
    const sample = await startSampleService({ apiKey: testKey, until });
    const server = await startServer((request, response) =>
      (ground.instead ?? ground.forward)(request, response),
    );
    const ground: CliGround = new CliGround(sample, server);
    return ground;
  }

  /** The same service with an empty folder. */
  renew(): void {
    this.folder.remove();
    this.folder = temporaryFolder("cli");
    this.instead = undefined;
  }

  async end(): Promise<void> {
    this.folder.remove();
    await this.server.close();
    await this.sample.close();
  }

  /** The answer of the sample service itself. */
  async answer(target: string): Promise<string> {
    const response = await fetch(this.sample.url + target, { headers: { "X-API-KEY": testKey } });
    assert.equal(response.status, 200);
    return response.text();
  }

  /** The requests for series since some of them. */
  dataRequests(since = 0): readonly string[] {
    const targets = this.server.requests.slice(since).map(({ target }) => target);
    return targets.filter((target) => target.includes("/data/"));
  }
}
