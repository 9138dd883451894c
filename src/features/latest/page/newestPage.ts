import "../../../ui/base.css";
import "../../../ui/frame.css";
import "../../../ui/controls.css";
import "../../../ui/popups.css";
import "../../../ui/failures.css";
import "../../../ui/signColours.css";
import "../../../ui/values.css";
import { type FailureAction, type PageFailure } from "../../../shared/pageProtocol";
import { dateText, momentText } from "../../../ui/dateText";
import { OfferBanner } from "../../../ui/offerBanner";
import { type FailedSubject } from "../../../ui/failures";
import {
  PageFrame,
  type FrameAction,
  type FrameElements,
  type Middle,
} from "../../../ui/pageFrame";
import { t } from "../../../ui/l10n";
import { type CommonToPage, type PageAnswer, type PageIdentity } from "../protocol";

type PageState<Shown> =
  | { readonly type: "waiting" }
  | { readonly type: "shown"; readonly shown: Shown }
  | { readonly type: "failed"; readonly failure: PageFailure; readonly isRetried: boolean };

/** The texts of a page around the shown answer, and its content or the message in its place. */
export interface PageLook {
  readonly subtitle: string;
  readonly warnings: readonly string[];
  readonly facts: readonly (string | HTMLElement)[];
  readonly middle: Middle;
}

/** The part in which pages of newest data differ. */
export interface NewestContent<Answer extends PageAnswer, Shown, Own> {
  readonly editor: { readonly post: (message: CommonFromPage) => void };
  titleOf(identity: PageIdentity, shown: Shown | undefined): string;
  /** Prepares an answer. */
  answered(identity: PageIdentity, answer: Answer): Shown;
  lookOf(shown: Shown): PageLook;
  /** Draws controls and content. Called when they are in the page. */
  draw(shown: Shown): void;
  /** Called with the messages that only this page receives. */
  receive(message: Own): void;
}

/** The messages that every page of newest data sends. */
type CommonFromPage =
  | {
      readonly type: "do";
      readonly action:
        | "refresh"
        | "showArchived"
        | "showNewest"
        | Exclude<FailureAction, "retry" | "openCached">;
    }
  | { readonly type: "failed"; readonly message: string };

/** A page of newest data: its frame, its state, and the messages that all such pages exchange. */
export class NewestPage<Answer extends PageAnswer, Shown, Own extends { readonly type: string }> {
  private readonly frame: PageFrame;
  private readonly asOf = new OfferBanner();
  private state: PageState<Shown> = { type: "waiting" };
  private identity: PageIdentity = {
    service: "",
    isSample: false,
    signal: null,
    otherAsOf: null,
    archived: null,
    archiveBeginsMs: null,
  };

  constructor(
    body: HTMLElement,
    elements: Omit<FrameElements, "onAction">,
    private readonly content: NewestContent<Answer, Shown, Own>,
  ) {
    this.frame = new PageFrame(body, { ...elements, onAction: (action) => this.act(action) });
    addEventListener("message", ({ data }: MessageEvent<CommonToPage<Answer> | Own>) =>
      this.receive(data),
    );
    addEventListener("error", ({ message }) => content.editor.post({ type: "failed", message }));
    this.render();
  }

  /** The shown answer; undefined while the page is waiting or after a failure. */
  get shown(): Shown | undefined {
    return this.state.type === "shown" ? this.state.shown : undefined;
  }

  /** Shows other models of the same answer. */
  show(shown: Shown): void {
    this.state = { type: "shown", shown };
    this.render();
  }

  render(): void {
    const { content, state, identity } = this;
    const { isSample } = identity;
    const look = this.shown === undefined ? undefined : content.lookOf(this.shown);
    const title = content.titleOf(identity, this.shown);
    const asOf = state.type === "failed" ? [] : this.asOfBanner(identity);
    const { subtitle = "", warnings = [], facts = [] } = look ?? {};
    const banners = [...asOf, ...warnings];
    const text = {
      title,
      isSample,
      subtitle,
      banners,
      failures: this.failuresOf(title),
      facts: [...sourceFacts(identity), ...facts],
    };
    const instead: Middle =
      state.type === "failed" ? { type: "failed", hasTools: false } : { type: "waiting" };
    this.frame.show(text, look?.middle ?? instead);
    if (this.shown !== undefined) content.draw(this.shown);
  }

  /** The warning that the values are the latest, not those as of the window's as-of, or that they are archived. */
  private asOfBanner(identity: PageIdentity): readonly HTMLElement[] {
    const { otherAsOf, archived, archiveBeginsMs } = identity;
    if (otherAsOf === null) return [];
    const run = (action: "showArchived" | "showNewest" | "setAsOf") => (): void =>
      this.content.editor.post({ type: "do", action });
    if (archived?.isShown === true) {
      const text = t(
        "Archived {0}: the newest in the archive as of {1}.",
        momentText(archived.atMs),
        otherAsOf,
      );
      const newest = { label: t("Show Latest"), run: run("showNewest") };
      return [this.asOf.show(text, [newest]).root];
    }
    const text = [
      t("Latest values, not those as of {0}.", otherAsOf),
      ...(archiveBeginsMs === null
        ? []
        : [t("The archive begins on {0}.", dayText(archiveBeginsMs))]),
    ].join(" ");
    const day = archived && dayText(archived.atMs);
    const offers =
      day === null
        ? []
        : [{ label: t("Show Values Archived on {0}", day), run: run("showArchived") }];
    return [this.asOf.show(text, offers).root];
  }

  private failuresOf(title: string): readonly FailedSubject[] {
    const { state, identity } = this;
    if (state.type !== "failed") return [];
    const { failure, isRetried: isLoading } = state;
    const { service } = identity;
    return [{ id: "", title, identity: { title, service }, failure, isLoading }];
  }

  /** Reports the outcome of an action. */
  report(text: string): void {
    this.frame.report(text);
  }

  /** Announces a text to assistive technology once it has settled. */
  announce(text: string): void {
    this.frame.announcer.reportRested(() => text);
  }

  private receive(message: CommonToPage<Answer> | Own): void {
    if (!isCommon(message)) {
      this.content.receive(message);
      return;
    }
    switch (message.type) {
      case "wait":
        this.identity = message.identity;
        if (this.state.type !== "shown") this.state = { type: "waiting" };
        this.render();
        return;
      case "show":
        this.identity = message.identity;
        this.show(this.content.answered(message.identity, message.answer));
        return;
      case "fail":
        this.identity = message.identity;
        this.state = { type: "failed", failure: message.failure, isRetried: false };
        this.render();
        return;
      case "told":
        this.report(message.words);
    }
  }

  private act(action: FrameAction): void {
    // Not offered: a cached answer is shown in place of a failure.
    if (action === "openCached") return;
    const isRefresh = action === "retry" || action === "refresh";
    if (isRefresh && this.state.type === "failed") {
      this.state = { ...this.state, isRetried: true };
      this.render();
    }
    this.content.editor.post({ type: "do", action: isRefresh ? "refresh" : action });
  }
}

/** The UTC day of a time. */
function dayText(ms: number): string {
  return dateText(Math.floor(ms / 86_400_000));
}

function isCommon<Answer extends PageAnswer>(message: {
  readonly type: string;
}): message is CommonToPage<Answer> {
  return ["wait", "show", "fail", "told"].includes(message.type);
}

/** The source of data, in footers and exports. */
export function sourceFacts(identity: PageIdentity): readonly string[] {
  const { service, isSample, otherAsOf, archived } = identity;
  const asOf =
    otherAsOf === null
      ? []
      : archived?.isShown === true
        ? [t("archived {0}", momentText(archived.atMs))]
        : [t("latest, not as of {0}", otherAsOf)];
  return [...(isSample ? [t("SAMPLE, synthetic")] : []), service, ...asOf];
}

/** The warnings that data are stale, and the notice about them. */
export function newestWarnings({
  staleBecause,
  notice,
  fetchedAtMs,
}: {
  /** A message that gives the reason why there is nothing newer; null unless the data are stale. */
  readonly staleBecause: string | null;
  readonly notice: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
}): readonly string[] {
  const fetched = momentText(fetchedAtMs);
  return [
    ...(staleBecause === null
      ? []
      : [t("Fetched {0}. Nothing newer could be fetched: {1}", fetched, staleBecause)]),
    ...(notice === null ? [] : [notice]),
  ];
}
