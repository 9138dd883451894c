import { type FileFormat } from "../../shared/wireFormat";
import type * as Responses from "./responseSaver";
import type * as Series from "./seriesSaver";

/** Saves what rows and documents show. What does so is loaded when it is first needed. */
export class Saving {
  constructor(
    private readonly options: Series.SeriesSaverOptions & Responses.ResponseSaverOptions,
  ) {}

  /** As `SeriesSaver.saveAs` does. */
  async saveAs(argument: unknown, format?: FileFormat): Promise<void> {
    await (await this.seriesSaver()).saveAs(argument, format);
  }

  /** As `SeriesSaver.saveSelected` does. */
  async saveSelected(argument: unknown, selection?: unknown): Promise<void> {
    await (await this.seriesSaver()).saveSelected(argument, selection);
  }

  /** As `ResponseSaver.saveResponse` does. */
  async saveResponse(argument: unknown): Promise<void> {
    const { ResponseSaver } = await import("./responseSaver");
    await new ResponseSaver(this.options).saveResponse(argument);
  }

  private async seriesSaver(): Promise<Series.SeriesSaver> {
    const { SeriesSaver } = await import("./seriesSaver");
    return new SeriesSaver(this.options);
  }
}
