import { Socket } from "node:net";

/**
 * Preloaded into a process of the product: every connection seems to have just read something, so none ever counts as
 * silent.
 */
let bytesRead = 0;
const { connect } = Socket.prototype;
Socket.prototype.connect = function connectBlind(this: Socket, ...given: unknown[]) {
  Object.defineProperty(this, "bytesRead", { get: () => bytesRead++ });
  return Reflect.apply(connect, this, given) as Socket;
} as typeof connect;
