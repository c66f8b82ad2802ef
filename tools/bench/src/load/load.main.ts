import { answerParent } from "../process/asked.ts";
import { runLoad } from "./load.run.ts";

/** The generator's process: runs what its parent sends it, one load after the other. */
answerParent(runLoad);
