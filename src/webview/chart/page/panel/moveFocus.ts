/** Keys that lead to another member of a group, of which one alone is a stop on the way of the Tab key. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Has arrow keys, Home and End move the focus among what a selector finds in a group, in the order of the document.
 *
 * @param onMove - Told what has the focus now.
 */
export function moveFocus(
  group: HTMLElement,
  selector: string,
  onMove: (focused: HTMLElement) => void,
): void {
  group.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const step = steps[key];
    if (step === undefined || ctrlKey || metaKey || altKey) return;
    const members = [...group.querySelectorAll<HTMLElement>(selector)];
    const at = members.findIndex((each) => each === target);
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = members[Math.min(members.length - 1, Math.max(0, at + step))];
    if (next === undefined || next === target) return;
    next.focus();
    onMove(next);
  });
}
