// An item's page in the reader's language.
import { startLanguage } from "./language.js";

startLanguage();
