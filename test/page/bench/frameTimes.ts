import { type Lines, type Subject } from "./subject";
import { walk } from "./walk";

const width = 1200;
const height = 600;

let drawn: Lines | undefined;

/** Settles when the next frame has been painted. */
export function painted(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A message posted in the frame arrives after style, layout and paint of that frame.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
  });
}

/** Milliseconds from data that are ready to the end of the frame in which they are painted. */
export async function firstPaint(subject: Subject, points: number, lines: number): Promise<number> {
  const parent = document.createElement("div");
  parent.style.width = `${width}px`;
  parent.style.height = `${height}px`;
  document.body.append(parent);
  drawn = walk(points, lines);
  await painted();
  const start = performance.now();
  subject.draw(parent, drawn, width, height);
  return (await painted()) - start;
}

/** Shows fewer and fewer days about one day, then pans, one step in each frame. */
export async function zoomSteps(subject: Subject, steps: number): Promise<void> {
  const end = drawn?.days.at(-1) ?? 0;
  const inwards = Math.floor(steps * 0.75);
  for (let step = 0; step < steps; step++) {
    const part = 0.85 ** Math.min(step, inwards - 1);
    const middle = end * (0.6 - Math.max(0, step - inwards + 1) * 0.01);
    const from = Math.max(0, Math.round(middle - (end * part) / 2));
    subject.zoom(from, Math.min(end, Math.round(middle + (end * part) / 2)));
    await painted();
  }
}
