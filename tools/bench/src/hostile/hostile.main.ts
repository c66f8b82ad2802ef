import { setPriority } from "node:os";
import { answerParent } from "../process/asked.ts";
import { createHostile } from "./hostile.run.ts";

/** Callers elsewhere would take nothing of this machine's cores: they come after the service, the tills and the servers. */
const niceness = 10;

/** The process of the hostile callers: begins and ends them as its parent asks. */
setPriority(niceness);
answerParent(createHostile());
