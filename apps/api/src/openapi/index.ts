export { guides, pathOfGuide } from "../routes/guides.ts";
export { buildDocument } from "./document.ts";
export type { OpenApiDocument, Operation, Schema } from "./json-schema.ts";
