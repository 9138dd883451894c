import { type Checkpoint, soak } from "./soak";

/** Prints what is held after every thousand of ten thousand series. */
async function main(): Promise<void> {
  process.stdout.write(
    "  asked  failed   heap MB  buffers MB  process MB  sockets  listeners  threads  module MB\n",
  );
  await soak({ series: 10_000, checkpoints: 10, onCheckpoint: print });
}

function print(checkpoint: Checkpoint): void {
  const { asked, failed, heapBytes, bufferBytes, processBytes } = checkpoint;
  const { sockets, listeners, threads, moduleBytes } = checkpoint;
  const cells: [text: string | number, width: number][] = [
    [asked, 7],
    [failed, 8],
    [megabytes(heapBytes), 10],
    [megabytes(bufferBytes), 12],
    [megabytes(processBytes), 12],
    [sockets, 9],
    [listeners, 11],
    [threads, 9],
    [megabytes(moduleBytes), 11],
  ];
  process.stdout.write(`${cells.map(([text, width]) => String(text).padStart(width)).join("")}\n`);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

void main();
