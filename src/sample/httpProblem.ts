/** A request that is answered with a status other than 200 and `{"detail": message}`. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";

  constructor(
    readonly status: 401 | 403 | 404 | 422,
    detail: string,
  ) {
    super(detail);
  }
}

export function notFound(detail: string): HttpProblem {
  return new HttpProblem(404, detail);
}

/** A parameter that is missing, unknown, duplicate or invalid. */
export function badParameter(detail: string): HttpProblem {
  return new HttpProblem(422, detail);
}
