/**
 * Makes the controls of a toolbar or radio group a single Tab stop: arrow keys move between them, Home and End to the
 * ends. Text fields keep their own keys and Tab stop. A radio group within a toolbar is part of it; on its own, arrow
 * keys choose too.
 */
export function makeOneTabStop(bar: HTMLElement): void {
  let last: HTMLElement | undefined;
  const isGroup = bar.role === "radiogroup";
  if (!isGroup) bar.role = "toolbar";
  const isPart = (): boolean => bar.parentElement?.closest("[role=toolbar]") instanceof Element;
  const controls = (): HTMLElement[] =>
    [...bar.querySelectorAll<HTMLElement>("button, a[href]")].filter(
      (each) => each.checkVisibility() && !each.hasAttribute("disabled"),
    );
  const settle = (): void => {
    if (isPart()) return;
    const all = controls();
    const first = isGroup ? all.find(({ ariaChecked }) => ariaChecked === "true") : undefined;
    const stop = first ?? all.find((each) => each === last) ?? all[0];
    for (const each of all) {
      const wanted = each === stop ? 0 : -1;
      if (each.tabIndex !== wanted) each.tabIndex = wanted;
    }
  };
  bar.addEventListener("focusin", ({ target }) => {
    last = controls().find((each) => each === target) ?? last;
    settle();
  });
  bar.addEventListener("keydown", (event) => {
    const all = controls();
    const at = all.findIndex((each) => each === event.target);
    if (at < 0 || isPart() || event.ctrlKey || event.metaKey || event.altKey) return;
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
    if (isGroup) to.click();
  });
  new MutationObserver(settle).observe(bar, {
    childList: true,
    subtree: true,
    attributeFilter: ["hidden", "disabled", "aria-checked"],
  });
  // Style sheets hide controls of narrow pages.
  addEventListener("resize", settle);
  settle();
}
