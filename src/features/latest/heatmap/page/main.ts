import { textsElementId } from "../../../../shared/pageProtocol";
import { useText, type Words } from "../../../../ui/l10n";
import "../../../../ui/base.css";
import "../../../../ui/frame.css";
import "../../../../ui/controls.css";
import "../../../../ui/popups.css";
import "../../../../ui/failures.css";
import "../../../../ui/values.css";
import "../../../../ui/table/grid.css";
import "./views/latest.css";
import { LatestPage } from "./views/latestPage";

// The host has put the translations into the page.
useText(
  JSON.parse(document.getElementById(textsElementId)?.textContent ?? "{}") as Words,
  document.documentElement.lang,
);
new LatestPage(document.body).start();
