import { useHostTexts } from "../../../../ui/hostTexts";
import { ChangesPage } from "./views/changesPage";
import "./views/changes.css";

useHostTexts();
new ChangesPage(document.body).start();
