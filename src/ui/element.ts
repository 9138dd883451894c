/** Attributes by name, with `text` for the content; false omits an attribute. */
export type Attributes = Readonly<Record<string, string | number | false>>;

/** Creates an element with attributes and children; text is never parsed as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Sets only the attributes that differ, so that assistive technology announces only changes. */
export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") setText(target, String(value));
    else if (value === false) target.removeAttribute(name);
    else if (target.getAttribute(name) !== String(value)) target.setAttribute(name, String(value));
  }
}

export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Makes these nodes the children of an element. Nodes already in place are not moved, which would lose the focus. */
export function placeChildren(parent: Element, nodes: readonly Node[]): void {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

/** A button with an immediate effect; its text is its name. */
export function button(attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes });
  made.addEventListener("click", onClick);
  return made;
}
