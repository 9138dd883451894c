/** Adds a style or a script to the page, in which only those with its nonce take effect; a script runs at once. */
export function addCode(name: "style" | "script", text: Uint8Array, nonce: string): void {
  const element = document.createElement(name);
  element.nonce = nonce;
  element.textContent = new TextDecoder().decode(text);
  document.head.append(element);
}
