import { svgShape } from "../../../../../ui/svgShape";

/** A drawing hidden from screen readers: the text beside it says the same. */
export function picture(
  width: number,
  height: number,
  ...shapes: readonly SVGElement[]
): SVGElement {
  const made = svgShape("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  made.setAttribute("aria-hidden", "true");
  made.append(...shapes);
  return made;
}

/** The CSS class for the sign of a value. */
export function signClass(value: number): "n" | "p" {
  return value < 0 ? "n" : "p";
}

const dumbbellWidth = 174;
const middle = 10;
/** ±3: scores beyond it are drawn at the end of the axis. */
const limit = 3;

/** A ring for the older score and a dot for the newer, on an axis from −3 to +3. */
export function dumbbell(before: number, now: number): SVGElement {
  const x = (score: number): number =>
    dumbbellWidth / 2 +
    (Math.max(-limit, Math.min(limit, score)) / limit) * (dumbbellWidth / 2 - 4);
  const sign = signClass(now - before);
  const [from, to] = [x(before), x(now)];
  // The line stops at the edge of the ring, whose inside stays empty.
  const edge = from + Math.sign(to - from) * Math.min(3.2, Math.abs(to - from));
  return picture(
    dumbbellWidth,
    20,
    svgShape("path", { class: "grid", d: `M4 3v14M${dumbbellWidth - 4} 3v14` }),
    svgShape("path", { class: "axis", d: `M${dumbbellWidth / 2} 1v18` }),
    svgShape("path", { class: `line ${sign}`, d: `M${edge} ${middle}H${to}` }),
    svgShape("circle", { class: `ring ${sign}`, cx: from, cy: middle, r: 3.2 }),
    svgShape("circle", { class: `dot ${sign}`, cx: to, cy: middle, r: 4 }),
  );
}

const bridgeSlot = 30;
const bridgeHeight = 40;

/** A bridge from the older total to the newer one: a bar for the change of each component. The axis has no zero. */
export function bridge(before: number, parts: readonly number[], now: number): SVGElement {
  const levels = [before];
  for (const part of parts) levels.push((levels.at(-1) ?? 0) + (Number.isNaN(part) ? 0 : part));
  const all = [...levels, now].filter((value) => !Number.isNaN(value));
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const span = spanOf(lowest, highest);
  const y = (value: number): number => 6 + ((highest - value) / span) * (bridgeHeight - 14);
  const shapes = [svgShape("path", { class: "old", d: `M1 ${y(before)}h26` })];
  for (const [at, part] of parts.entries()) {
    const x = (at + 1) * bridgeSlot;
    const [from, to] = [y(levels[at] ?? 0), y(levels[at + 1] ?? 0)];
    shapes.push(
      svgShape("path", { class: "axis", d: `M${x - 4} ${from}h7` }),
      svgShape("rect", {
        class: signClass(part),
        x: x + 3,
        y: Math.min(from, to),
        width: 23,
        height: Math.max(1, Math.abs(to - from)),
      }),
    );
  }
  const end = (parts.length + 1) * bridgeSlot;
  shapes.push(
    svgShape("path", { class: "axis", d: `M${end - 4} ${y(levels.at(-1) ?? now)}h7` }),
    svgShape("path", { class: "new", d: `M${end + 3} ${y(now)}h26` }),
  );
  return picture(end + bridgeSlot, bridgeHeight, ...shapes);
}

/** Never zero. */
function spanOf(lowest: number, highest: number): number {
  return highest > lowest ? highest - lowest : 1;
}

const barWidth = 112;

/** A bar from zero, on an axis shared by several values. */
export function zeroBar(value: number, lowest: number, highest: number): SVGElement {
  const span = spanOf(Math.min(lowest, 0), Math.max(highest, 0));
  const x = (each: number): number => ((each - Math.min(lowest, 0)) / span) * (barWidth - 2) + 1;
  const shapes = [svgShape("path", { class: "axis", d: `M${x(0)} 0v17` })];
  if (!Number.isNaN(value)) {
    const [from, to] = [x(Math.min(0, value)), x(Math.max(0, value))];
    shapes.push(
      svgShape("rect", { class: signClass(value), x: from, y: 5, width: to - from, height: 8 }),
    );
  }
  return picture(barWidth, 17, ...shapes);
}
