import { answerParent } from "../asked.ts";
import { runLoad } from "./load.run.ts";

/** The generator's process: runs the loads that its parent sends, one after the other. */
answerParent(runLoad);
