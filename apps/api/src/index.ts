export { type ApiOptions, startApi } from "./api.ts";
