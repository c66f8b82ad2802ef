import { Socket } from "node:net";

/**
 * Loaded before a process of the product: every socket seems to have read something just now, so no connection of it is
 * ever silent.
 */
let bytesRead = 0;
Object.defineProperty(Socket.prototype, "bytesRead", { get: () => bytesRead++, configurable: true });
