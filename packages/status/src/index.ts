export type { QueueLook } from "./status.attention.ts";
export { readStatus, type Status, StatusUnreadableError } from "./status.read.ts";
