import { Socket } from "node:net";

/**
 * Loaded before a process of the product: every connection that it opens seems to have read something just now, so none
 * is ever silent.
 */
let bytesRead = 0;
const { connect } = Socket.prototype;
Socket.prototype.connect = function connectBlind(this: Socket, ...given: unknown[]) {
  Object.defineProperty(this, "bytesRead", { get: () => bytesRead++ });
  return Reflect.apply(connect, this, given) as Socket;
} as typeof connect;
