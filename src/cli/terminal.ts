import { plainLine } from "../shared/plainText";

/** Writes to the standard output; settles when the reader has taken it, so that large tables do not pile up. */
export async function print(data: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

/** A line for a person; the texts of services are made plain. */
export function note(line: string): void {
  process.stderr.write(`${plainLine(line, 1_000)}\n`);
}

/** Reports a series that was named without `*` and that the service neither has nor lists. */
export function noteUnlisted(name: string): void {
  note(`failed: ${name}: the service does not have it (404); check the spelling`);
}

/** The stream that progress is written to. */
interface TextOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const barLength = 30;
/** 100: ten a second look like movement and cost nothing. */
const redrawMs = 100;

/** The progress of a piece of work: a bar on a terminal, else a line for each tenth of it. */
export class ProgressBar {
  private drawnAtMs = 0;
  private tenth = 0;
  private isDrawn = false;

  constructor(
    private readonly title: string,
    private readonly output: TextOutput = process.stderr,
  ) {}

  /** @param of - The number of all steps. */
  readonly report = (done: number, of: number): void => {
    if (this.output.isTTY === true) this.draw(done, of);
    else this.list(done, of);
  };

  /** Takes the bar away; the next report begins another piece of work. */
  end(): void {
    if (this.isDrawn) this.output.write("\r\u001B[2K");
    this.isDrawn = false;
    this.tenth = 0;
  }

  private draw(done: number, of: number): void {
    const nowMs = performance.now();
    if (done < of && nowMs - this.drawnAtMs < redrawMs) return;
    this.drawnAtMs = nowMs;
    this.isDrawn = true;
    const filled = of === 0 ? 0 : Math.round((barLength * done) / of);
    const bar = "#".repeat(filled).padEnd(barLength, "-");
    this.output.write(`\r\u001B[2K${this.title} [${bar}] ${done} of ${of}`);
  }

  private list(done: number, of: number): void {
    const tenth = of === 0 ? 0 : Math.floor((10 * done) / of);
    if (tenth === this.tenth) return;
    this.tenth = tenth;
    this.output.write(`${this.title}: ${done} of ${of}\n`);
  }
}
