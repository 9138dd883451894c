import { wordsElementId } from "../../../shared/chart/chartProtocol";
import { useWords } from "../../l10n";
import { parseWords } from "./parseWords";

// Each program of the page has words of its own: what is loaded later begins with this import, too.
useWords(parseWords(document.getElementById(wordsElementId)?.textContent ?? "{}"));
