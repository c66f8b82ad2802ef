export { type QueueLook, readStatus, type Status, StatusUnreadableError } from "./status.read.ts";
