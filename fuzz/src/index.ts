export { type ReadAnswer, readAnswer } from "./http/answer.ts";
export { type FuzzOptions, type FuzzResult, runFuzz } from "./run/fuzz.ts";
export { internalPattern } from "./run/judge.ts";
