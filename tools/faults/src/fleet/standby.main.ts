import { EventEmitter } from "node:events";
import { Socket } from "node:net";

/**
 * Preloaded into a process of the product: no standby of Postgres shows that it is one. Its greeting does not say it, and
 * the refusal of a write reads as one that passes.
 */
const disguises = [
  ["in_hot_standby\0on", "in_hot_standby\0of"],
  ["C25006\0", "C57P03\0"],
] as const;

Socket.prototype.emit = function emitDisguised(this: Socket, name: string | symbol, ...given: unknown[]) {
  const [chunk] = given;
  if (name === "data" && Buffer.isBuffer(chunk))
    for (const [from, to] of disguises)
      for (let at = chunk.indexOf(from); at !== -1; at = chunk.indexOf(from, at)) chunk.write(to, at);
  return Reflect.apply(EventEmitter.prototype.emit, this, [name, ...given]) as boolean;
} as typeof Socket.prototype.emit;
