import { textsElementId } from "../../shared/pageProtocol";
import { useText, type Words } from "../l10n";
import "../kit/base.css";
import "../kit/frame.css";
import "../kit/controls.css";
import "../kit/popups.css";
import "../kit/failures.css";
import "../kit/values.css";
import "../table/grid.css";
import "./page/explorer.css";
import { ExplorerPage } from "./page/explorerPage";

// The host has put the translations into the page.
useText(
  JSON.parse(document.getElementById(textsElementId)?.textContent ?? "{}") as Words,
  document.documentElement.lang,
);
new ExplorerPage(document.body).start();
