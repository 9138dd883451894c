import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type ListSource, SearchList } from "../../src/features/search/searchList";
import { ShownPicks } from "../support/shownPicks";
import { until } from "../support/until";

describe("the list of Search…", () => {
  const picks = new ShownPicks();
  after(() => picks.dispose());

  it("keeps its rows while several can be ticked and only values arrive", async () => {
    const didChange = new vscode.EventEmitter<void>();
    let value = "0.1";
    const effect = { kind: "profile", tagKind: "country_iso", value: "US" } as const;
    const source: ListSource = {
      isLoading: false,
      onDidChange: didChange.event,
      title: () => `Newest ${value}`,
      rows: () => [{ key: "us", label: "US", description: value, effect }],
    };
    const list = new SearchList(source, { text: "", placeholder: "" });
    list.isMany = true;
    void list.ask([]);
    const { pick } = await picks.open(/^Newest 0\.1$/);
    const before = pick.items;
    value = "0.2";
    didChange.fire();
    await until("the new title", () => (pick.title === "Newest 0.2" ? true : undefined));
    assert.equal(pick.items, before);
    list.isMany = false;
    didChange.fire();
    await until("the new value", () => (pick.items[0]?.description === "0.2" ? true : undefined));
    list.dispose();
  });
});
