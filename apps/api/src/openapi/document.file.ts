import { fileURLToPath } from "node:url";

/**
 * The document generated from the definitions, next to this package's manifest. The path is the same from src and dist.
 */
export const documentFile = fileURLToPath(new URL("../../openapi.json", import.meta.url));
