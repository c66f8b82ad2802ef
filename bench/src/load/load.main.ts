import { notifyReady } from "@rewards/runtime";
import { runLoad } from "./load.run.ts";
import type { LoadSpec } from "./load.types.ts";

/** The generator's process: runs what its parent sends it, one load after the other, and ends with its parent. */
process.on("message", (spec: LoadSpec) => {
  runLoad(spec).then(
    (result) => process.send?.({ type: "result", result }),
    (error: unknown) => process.send?.({ type: "failed", message: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
notifyReady();
