import { once } from "node:events";
import { AnswerArchive } from "../../src/store/answerArchive";
import { type ArchiveJob, jobTimeMs } from "./archiveJob";
import { signalsOf } from "./latestColumns";
import { latestRecord } from "./latestRecords";

// Acts as a window that archives an answer every eight hours and receives each of them again. It is a separate program, so
// that it can be killed.
const { folder, from, count } = JSON.parse(process.argv[2] ?? "") as ArchiveJob;
let nowMs = 0;
const archive = new AnswerArchive(folder, { now: () => nowMs });

void run();

async function run(): Promise<void> {
  await archive.begin();
  for (let level = from; level < from + count; level++) {
    await keep(level, jobTimeMs(level));
    await keep(level, jobTimeMs(level) + 3_600_000);
    if (!process.stdout.write(`kept ${level}\n`)) await once(process.stdout, "drain");
  }
}

async function keep(level: number, ms: number): Promise<void> {
  nowMs = ms;
  const items = signalsOf([latestRecord({ level })]);
  const arrival = { ms, isConfirmed: true, agreedMs: ms };
  const kept = await archive.keep("signals", { items, isComplete: true, fetchedAtMs: ms }, arrival);
  if (kept === undefined) process.stdout.write(`lost ${level}\n`);
}
