import { setPriority } from "node:os";
import { answerParent } from "../asked.ts";
import { createHostile } from "./hostile.run.ts";

/** Remote callers would use none of this machine's cores, so these yield to the service, the tills and the servers. */
const niceness = 10;

/** The process of the hostile callers: starts and stops them at its parent's request. */
setPriority(niceness);
answerParent(createHostile());
