import { textsElementId } from "../../shared/pageProtocol";
import { useText, type Words } from "../l10n";
import "../kit/base.css";
import "../kit/frame.css";
import "../kit/controls.css";
import "../kit/popups.css";
import "../kit/failures.css";
import "../kit/values.css";
import "../table/grid.css";
import "./page/latest.css";
import { LatestPage } from "./page/latestPage";

// The editor wrote the words of its language into the page.
useText(
  JSON.parse(document.getElementById(textsElementId)?.textContent ?? "{}") as Words,
  document.documentElement.lang,
);
new LatestPage(document.body).start();
