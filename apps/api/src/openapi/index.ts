export { guides, pathOfGuide } from "../routes/guides.ts";
export { buildDocument } from "./document.ts";
export type { OpenApiDocument, Operation, PathItem, Schema } from "./json-schema.ts";
