import { Redis } from "ioredis";

/** Preloaded into a process of the product: the driver of Redis watches the Sentinels by itself. */
const { connect } = Redis.prototype;
Redis.prototype.connect = function connectWatching(this: Redis, ...given) {
  if (this.options.sentinels) this.options.failoverDetector = true;
  return Reflect.apply(connect, this, given);
};
