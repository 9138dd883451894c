/** Runs a script of the program at once. It needs no nonce: the document allows it by the hash of its text. */
export function addScript(text: Uint8Array): void {
  const element = document.createElement("script");
  element.textContent = new TextDecoder().decode(text);
  document.head.append(element);
}
