/**
 * Makes the controls of a toolbar a single Tab stop: arrow keys move between them, Home and End to the ends. Text
 * fields keep their own keys and Tab stop.
 */
export function makeOneTabStop(bar: HTMLElement): void {
  let last: HTMLElement | undefined;
  const controls = (): HTMLElement[] =>
    [...bar.querySelectorAll<HTMLElement>("button:not([role]), a[href]")].filter(
      (each) => each.checkVisibility() && !each.hasAttribute("disabled"),
    );
  const settle = (): void => {
    const all = controls();
    const stop = last !== undefined && all.includes(last) ? last : all[0];
    for (const each of all) {
      const wanted = each === stop ? 0 : -1;
      if (each.tabIndex !== wanted) each.tabIndex = wanted;
    }
  };
  bar.addEventListener("focusin", ({ target }) => {
    const all = controls();
    last = all.find((each) => each === target) ?? last;
    settle();
  });
  bar.addEventListener("keydown", (event) => {
    const all = controls();
    const at = all.findIndex((each) => each === event.target);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const next: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const to = all[next[event.key] ?? -1];
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  });
  new MutationObserver(settle).observe(bar, {
    childList: true,
    subtree: true,
    attributeFilter: ["hidden", "disabled"],
  });
  settle();
}
