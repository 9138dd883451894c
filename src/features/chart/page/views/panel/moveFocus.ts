/** By key, the distance to another member of a group, of which only one is a stop of the Tab key. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Lets arrow keys, Home and End move the focus among the matches of a selector in a group, in the order of the
 * document.
 *
 * @param columns - The number of columns, which is the distance to the member above or below.
 */
export function moveFocus(group: HTMLElement, selector: string, columns: () => number): void {
  group.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const row = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
    const step = row === 0 ? steps[key] : row * columns();
    if (step === undefined || ctrlKey || metaKey || altKey) return;
    const members = [...group.querySelectorAll<HTMLElement>(selector)];
    const at = members.findIndex((each) => each === target);
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const to = at + step;
    // There is no member of the same column above the first row and below the last.
    const isBeyond = row !== 0 && (to < 0 || to >= members.length);
    if (!isBeyond) members[Math.min(members.length - 1, Math.max(0, to))]?.focus();
  });
}
