export { runFuzz } from "./run/fuzz.ts";
export { internalPattern } from "./run/judge.ts";
