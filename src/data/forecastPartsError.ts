/** The trees of some forecasts have more different parts than a table has columns. */
export class ForecastPartsError extends Error {
  override readonly name = "ForecastPartsError";

  constructor(readonly max: number) {
    super(`the forecasts have more than ${max} different parts`);
  }
}
