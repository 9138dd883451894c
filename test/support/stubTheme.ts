/** How an editor's theme reaches a page. */
export interface StubTheme {
  /** Classes of the body. */
  readonly bodyClass: string;
  readonly kind: string;
  readonly id: string;
  /** CSS variables of the document, by their names with both dashes. */
  readonly variables: Readonly<Record<string, string>>;
}
