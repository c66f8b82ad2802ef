import { z } from "zod";
import { requiredTextSchema } from "../schema.ts";

/** The most people that one call over HTTP erases. The command line has no limit. */
export const erasedMax = 100;
/** The most bytes of rows in an export over HTTP. The command line has no limit. */
export const exportBytesMax = 4_194_304;
const counted = `an array of 1 to ${erasedMax} ExternalIDs`;

/** The body of an erasure. */
export const erasureContent = z.object({
  externalIDs: z.array(requiredTextSchema(), { error: counted }).min(1, counted).max(erasedMax, counted),
});

/** The body of an export. */
export const exportContent = z.object({ externalID: requiredTextSchema() });
