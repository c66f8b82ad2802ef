import type { Guard } from "./guard.ts";

/** Of the session that asked, instead of a row that ends by itself. The row only says who leads. */
const ledByLock = `
  with locked as materialized (select pg_try_advisory_lock(7) as held),
    told as (
      insert into lease (name, holder, until)
      select $1, $2, clock_timestamp() + $3 * interval '1 millisecond' from locked where held
      on conflict (name) do update set holder = excluded.holder, until = excluded.until)
  select held from locked where held and $4::int is not null`;

/** Each of these is removed in turn: without it the deck `topology` must fail. */
export const topologyGuards: readonly Guard[] = [
  {
    name: "primary-only",
    summary: "the refusal of a server that is not the primary",
    preload: "standby",
    faults: ["switchover"],
    finds: ["unbounded"],
  },
  {
    name: "standby-commit",
    summary:
      "the setting of the product's sessions that commits are on the synchronous standby before they are answered",
    settings: ["synchronous_commit"],
    faults: ["primary-killed"],
    finds: ["lost"],
  },
  {
    name: "silence-deadline-primary",
    summary: "the deadline of a connection that went silent",
    preload: "blind",
    faults: ["primary-silent"],
    finds: ["unbounded"],
  },
  {
    name: "lease",
    summary: "the lease of the lead: a session's lock gives it",
    changes: [{ matches: /insert into lease \(name, holder, until\)/, from: /^[\s\S]*$/, to: ledByLock }],
    faults: ["pooler-leader-killed"],
    finds: ["stuck"],
  },
  {
    name: "no-detector",
    summary: "the choice not to let the driver of Redis watch the Sentinels",
    preload: "detector",
    faults: ["sentinel-failover"],
    finds: ["stuck", "unbounded"],
  },
  {
    name: "consumer-watch",
    summary: "the look whether a consumer takes jobs that wait",
    preload: "patient",
    faults: ["consumer-deaf"],
    finds: ["stuck"],
  },
  {
    name: "post-without-queue-away",
    summary: "the posting by the leader while Redis is away",
    env: { POST_WITHOUT_QUEUE: "no" },
    faults: ["queue-away"],
    finds: ["stuck"],
  },
];
