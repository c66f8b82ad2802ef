export { startApi } from "./api.ts";
export { type ServedEndpoint, servedEndpoints } from "./routes/served.ts";
