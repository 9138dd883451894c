import { textsElementId } from "../../shared/pageProtocol";
import { useText, type Words } from "../l10n";
import "../kit/base.css";
import "../kit/frame.css";
import "../kit/controls.css";
import "../kit/popups.css";
import "../kit/failures.css";
import "../kit/values.css";
import "./page/changes.css";
import { ChangesPage } from "./page/changesPage";

// The host has put the translations into the page.
useText(
  JSON.parse(document.getElementById(textsElementId)?.textContent ?? "{}") as Words,
  document.documentElement.lang,
);
new ChangesPage(document.body).start();
