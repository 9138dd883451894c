/** The controls that a person reaches with the Tab key, by role or tag and name, in the order of the document. */
export function reachable(): string[] {
  const wanted = "a[href], button, input, select, textarea, [tabindex]";
  return [...document.querySelectorAll<HTMLElement>(wanted)]
    .filter((each) => each.tabIndex >= 0 && !each.matches(":disabled") && isSeen(each))
    .map(nameOf);
}

/** The control with the focus; empty without one. */
export function focused(): string {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body ? "" : nameOf(activeElement);
}

/** Removes the focus from its control. */
export function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Texts that people cannot read in full, and elements that make the page wider than its window. */
export function clipped(): string[] {
  const found: string[] = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
  for (const each of document.body.querySelectorAll<HTMLElement>("*")) {
    if (!isRead(each) || !isSeen(each)) continue;
    found.push(...faultsOf(each));
  }
  return found;
}

/** For each match of a selector, whether its middle is neither covered nor cut off. */
export function inFront(selector: string): boolean[] {
  return [...document.querySelectorAll(selector)].map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** How much of the contents of an element is out of sight, in pixels. */
export function outOfSight(selector: string): { readonly x: number; readonly y: number } {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`No ${selector}`);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = found;
  return { x: scrollWidth - clientWidth, y: scrollHeight - clientHeight };
}

function faultsOf(element: HTMLElement): string[] {
  // A table may be wider than its window if it also scrolls by keyboard.
  const region = element.closest<HTMLElement>("[role='region'][tabindex='0']");
  if (region !== null && region !== element) return [];
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const found: string[] = [];
  if (left < -1 || right > innerWidth + 1) found.push(`${nameOf(element)} leaves the window`);
  const own = getComputedStyle(element);
  if (own.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) {
    // A text that ends in dots has its full text as a tooltip.
    const isTold = own.textOverflow === "ellipsis" && element.closest("[title]") !== null;
    if (!isTold) found.push(`${nameOf(element)} is cut off`);
  }
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(outer);
    const frame = outer.getBoundingClientRect();
    const isBeside = left < frame.left - 1 || right > frame.right + 1;
    const isBeyond = top < frame.top - 1 || bottom > frame.bottom + 1;
    if (overflowX !== "visible" && isBeside) found.push(`${nameOf(element)} is cut off sideways`);
    if (/hidden|clip/.test(overflowY) && isBeyond)
      found.push(`${nameOf(element)} is cut off below`);
  }
  return found;
}

/** Whether it has text of its own, or is a control. */
function isRead(element: HTMLElement): boolean {
  if (element.matches("script, style, option")) return false;
  if (element.matches("button, input, select")) return true;
  return [...element.childNodes].some(
    (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== "",
  );
}

/** Whether it is not hidden, and not only for assistive technology. */
function isSeen(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    width > 1 &&
    height > 1 &&
    element.closest(".unseen") === null
  );
}

function nameOf(element: Element): string {
  const role = element.getAttribute("role") ?? element.tagName.toLowerCase();
  const name = element.getAttribute("aria-label") ?? element.textContent;
  return `${role} ${name.trim().slice(0, 60)}`.trim();
}
