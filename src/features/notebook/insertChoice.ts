import type * as vscode from "vscode";
import { type ClusterLibrary, type InsertWay } from "./code/language";
import { waysIn, type CodeLanguage } from "./code/languages";
import { folderOfTarget, type ChoiceTarget } from "./insertTarget";

/** The choices of a person: values may also be a table, and a panel may be requested on a cluster. */
export type InsertChoice = InsertWay | "table" | ClusterLibrary;

/** In the order of the list. */
export const insertChoices = ["file", "request", "dask", "spark", "values", "table"] as const;

/** Why a choice is not available. */
export type Obstacle =
  /** Never available in this language; undefined: not a supported language. */
  | { readonly kind: "language"; readonly language: CodeLanguage | undefined }
  /** The notebook or script has never been saved. */
  | { readonly kind: "unsaved" }
  /** A panel needs a file or a cluster. */
  | { readonly kind: "panel" }
  /** A cluster is for panels. */
  | { readonly kind: "series" }
  /** The folder is not on a disk. */
  | { readonly kind: "folder" }
  /** The sample service uses a new port at each start. */
  | { readonly kind: "port" };

/** The properties of the data that decide which choices are available. */
export interface ChoiceFacts {
  readonly hasSample: boolean;
  readonly hasPanel?: boolean;
  /** 0 when the sample service uses a new port at each start. */
  readonly samplePort: number;
}

/** Why a choice is not available; undefined when it is. */
export function obstacleTo(
  choice: InsertChoice,
  target: ChoiceTarget,
  facts: ChoiceFacts,
): Obstacle | undefined {
  const { hasPanel = false } = facts;
  const { language, takesTables } = target;
  if (isCluster(choice)) {
    if (language !== "python") return { kind: "language", language };
    return hasPanel ? portObstacle(facts) : { kind: "series" };
  }
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
  return choice === "request" ? portObstacle(facts) : undefined;
}

export function isCluster(choice: InsertChoice): choice is ClusterLibrary {
  return choice === "dask" || choice === "spark";
}

function portObstacle({ hasSample, samplePort }: ChoiceFacts): Obstacle | undefined {
  return hasSample && samplePort === 0 ? { kind: "port" } : undefined;
}

interface WayToInsert {
  readonly way: InsertWay;
  readonly language: CodeLanguage;
  readonly cluster?: ClusterLibrary;
}

/** The way of inserting that a choice stands for. */
export function wayOfChoice(choice: InsertChoice, language: CodeLanguage | undefined): WayToInsert {
  if (isCluster(choice)) return { way: "request", language: "python", cluster: choice };
  return choice === "table" || language === undefined
    ? { way: "values", language: "markdown" }
    : { way: choice, language };
}

/** The most recent choice in this workspace, per language and for vintages: a table for prose is not code. */
export class RememberedChoice {
  private readonly key: string;

  constructor(
    private readonly workspaceState: vscode.Memento,
    language: CodeLanguage | "vintages" | undefined,
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
