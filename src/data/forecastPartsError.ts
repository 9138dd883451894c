/** The trees of some forecasts have more distinct parts than a table can have columns. */
export class ForecastPartsError extends Error {
  override readonly name = "ForecastPartsError";

  constructor(readonly max: number) {
    super(`the forecasts have more than ${max} different parts`);
  }
}
