import type { Tracing } from "@rewards/runtime";
import postgres from "postgres";

/** A statement of the driver. */
interface Query extends Promise<unknown> {
  readonly executed: boolean;
  /** What was sent, once it was. Values are parameters, so the text has none. */
  readonly statement: { readonly string?: string } | null;
  handle(): unknown;
}

const textMax = 1_000;

/**
 * From now on, each statement that this process sends within a span has a span too. It wraps the driver's one method
 * through which every statement passes. A process without tracing never calls this.
 */
export function traceStatements(tracing: Tracing): void {
  const unused = postgres({ max: 1 });
  const proto = Object.getPrototypeOf(unused``) as Query;
  const { handle } = proto;
  proto.handle = function (this: Query) {
    const cause = this.executed ? undefined : tracing.current();
    if (cause) {
      const attributes = { "db.system.name": "postgresql" };
      const span = tracing.start("postgres", { kind: "client", parent: cause.traceparent, attributes });
      const end = (error?: unknown) =>
        span.end({ "db.query.text": this.statement?.string?.replace(/\s+/g, " ").slice(0, textMax) ?? "" }, error);
      // Not the query's own `then`, which would come back here.
      Promise.prototype.then.call(this, () => end(), end);
    }
    return handle.call(this);
  };
}
