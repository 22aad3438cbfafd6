// An item's page reads in the reader's language; all its actions are links.
import { startLanguage } from "./language.js";

startLanguage();
