/** Adds a script to the page, which runs it at once. It needs no nonce, because the policy allows it by its hash. */
export function addScript(text: Uint8Array): void {
  const element = document.createElement("script");
  element.textContent = new TextDecoder().decode(text);
  document.head.append(element);
}
