import "./page/chart.css";
import { wordsElementId } from "../../shared/chart/chartProtocol";
import { useWords } from "../l10n";
import { ChartPage } from "./page/chartPage";
import { parseWords } from "./page/parseWords";

useWords(parseWords(document.getElementById(wordsElementId)?.textContent ?? "{}"));
new ChartPage(document.body).start();
