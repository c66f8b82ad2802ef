import { answerParent } from "../asked.ts";
import { runLoad } from "./load.run.ts";

answerParent(runLoad);
