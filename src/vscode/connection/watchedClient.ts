import { type Body } from "../../service/body";
import { type ServiceClientOptions, ServiceClient } from "../../service/serviceClient";
import { type Outage } from "../../store/outage";

/** What the named method gives. */
type Answer<Name extends "listSignals" | "getSignal" | "listMarkets" | "listLatestForecasts"> =
  ReturnType<ServiceClient[Name]>;

/** A client whose outcomes count for the outage of its service, also those that no store asked for: of a diagnosis. */
export class WatchedClient extends ServiceClient {
  constructor(
    options: ServiceClientOptions,
    private readonly outage: Outage,
  ) {
    super(options);
  }

  override async listSignals(
    ...given: Parameters<ServiceClient["listSignals"]>
  ): Answer<"listSignals"> {
    return this.outage.watch(super.listSignals(...given));
  }

  override async getSignal(...given: Parameters<ServiceClient["getSignal"]>): Answer<"getSignal"> {
    return this.outage.watch(super.getSignal(...given));
  }

  override async listMarkets(
    ...given: Parameters<ServiceClient["listMarkets"]>
  ): Answer<"listMarkets"> {
    return this.outage.watch(super.listMarkets(...given));
  }

  override async listLatestForecasts(
    ...given: Parameters<ServiceClient["listLatestForecasts"]>
  ): Answer<"listLatestForecasts"> {
    return this.outage.watch(super.listLatestForecasts(...given));
  }

  override async downloadSignalData(
    ...given: Parameters<ServiceClient["downloadSignalData"]>
  ): Promise<Body> {
    return this.outage.watch(super.downloadSignalData(...given));
  }

  override async downloadForecastData(
    ...given: Parameters<ServiceClient["downloadForecastData"]>
  ): Promise<Body> {
    return this.outage.watch(super.downloadForecastData(...given));
  }
}
