import { textsElementId } from "../../../../shared/pageProtocol";
import { useText, type Words } from "../../../../ui/l10n";
import "../../../../ui/base.css";
import "../../../../ui/frame.css";
import "../../../../ui/controls.css";
import "../../../../ui/popups.css";
import "../../../../ui/failures.css";
import "../../../../ui/values.css";
import "./views/changes.css";
import { ChangesPage } from "./views/changesPage";

// The host has put the translations into the page.
useText(
  JSON.parse(document.getElementById(textsElementId)?.textContent ?? "{}") as Words,
  document.documentElement.lang,
);
new ChangesPage(document.body).start();
