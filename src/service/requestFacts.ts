/** What every answer and every failure can say about the request that led to it. */
export interface RequestFacts {
  /** `GET /path?query` as it was sent; the key is never part of it. */
  readonly request: string;
  /** How often the request was sent; 0 when it was refused before. */
  readonly attempts: number;
}
