import { type FromChart } from "../../src/features/chart/messages";
import {
  firstState,
  type PageEvent,
  type PageState,
  update,
} from "../../src/features/chart/page/views/pageState";

/** A page to which events are applied one after the other. */
export class StatePage {
  state: PageState;
  /** The messages to the editor. */
  readonly said: FromChart[] = [];

  constructor(kept?: unknown, isPanel = false) {
    this.state = firstState({ title: "INFL", kept, isPanel });
  }

  /** Whether the event changed anything. */
  hears(event: PageEvent): boolean {
    const before = this.state;
    const { state, messages } = update(before, event);
    this.state = state;
    this.said.push(...messages);
    return state !== before;
  }
}
