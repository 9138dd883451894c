import type * as vscode from "vscode";
import { type InsertWay } from "../../code/language";
import { waysIn, type CodeLanguage } from "../../code/languages";
import { type InsertTarget, folderOfTarget } from "./insertTarget";

/** What a person chooses among: values may stand in a notebook as code or as a table. */
export type InsertChoice = InsertWay | "table";

/** In the order in which they are offered. */
export const insertChoices: readonly InsertChoice[] = ["file", "request", "values", "table"];

/** Why a choice is not to be had. */
export type Obstacle =
  /** It never is in this language; undefined: none of ours. */
  | { readonly kind: "language"; readonly language: CodeLanguage | undefined }
  /** No file was ever made of the notebook or script. */
  | { readonly kind: "unsaved" }
  /** A panel needs a file. */
  | { readonly kind: "panel" }
  /** Its folder is not on a disk. */
  | { readonly kind: "folder" }
  /** The sample service has another port at each start. */
  | { readonly kind: "port" };

/** Where something is to be inserted, as far as it decides what can be. */
export type ChoiceTarget = Pick<InsertTarget, "uri" | "isUnsaved" | "language" | "takesTables">;

/** What is to be inserted, as far as it decides what can be. */
export interface ChoiceFacts {
  readonly hasSample: boolean;
  readonly hasPanel?: boolean;
  /** 0 where the sample service has another port at each start. */
  readonly samplePort: number;
}

/** What stands in the way of a choice; undefined: nothing. */
export function obstacleTo(
  choice: InsertChoice,
  target: ChoiceTarget,
  { hasSample, hasPanel = false, samplePort }: ChoiceFacts,
): Obstacle | undefined {
  const { language, takesTables } = target;
  if (hasPanel && choice !== "file") return { kind: "panel" };
  if (choice === "table") {
    return takesTables ? undefined : { kind: "language", language };
  }
  if (language === undefined || !waysIn(language).includes(choice)) {
    return { kind: "language", language };
  }
  if (choice === "file" && folderOfTarget(target) === undefined) {
    return { kind: target.isUnsaved ? "unsaved" : "folder" };
  }
  return choice === "request" && hasSample && samplePort === 0 ? { kind: "port" } : undefined;
}

/** What is inserted for a choice. */
export function wayOfChoice(
  choice: InsertChoice,
  language: CodeLanguage | undefined,
): { readonly way: InsertWay; readonly language: CodeLanguage } {
  return choice === "table" || language === undefined
    ? { way: "values", language: "markdown" }
    : { way: choice, language };
}

/** The choice that was made last in this workspace, for each language its own: a table for prose is no code. */
export class RememberedChoice {
  private readonly key: string;

  constructor(
    private readonly workspaceState: vscode.Memento,
    language: CodeLanguage | undefined,
  ) {
    this.key = `insert.way.${language ?? "prose"}`;
  }

  get last(): InsertChoice | undefined {
    const remembered = this.workspaceState.get<unknown>(this.key);
    return insertChoices.find((choice) => choice === remembered);
  }

  async remember(choice: InsertChoice): Promise<void> {
    await this.workspaceState.update(this.key, choice);
  }
}
