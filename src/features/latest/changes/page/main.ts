import { useHostTexts } from "../../page/newestPage";
import { ChangesPage } from "./views/changesPage";
import "./views/changes.css";

useHostTexts();
new ChangesPage(document.body).start();
