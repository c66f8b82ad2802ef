import { named } from "../list.ts";
import type { Guard } from "./guard.ts";

/** Each of these is removed in turn: without it the deck `topology` must fail. */
export const topologyGuards: readonly Guard[] = named<Omit<Guard, "name">>({
  "primary-only": {
    summary: "the refusal of a server that is not the primary",
    preload: "standby",
    faults: ["switchover"],
    finds: ["unbounded"],
  },
  "standby-commit": {
    summary:
      "the setting of the product's sessions that commits are on the synchronous standby before they are answered",
    settings: ["synchronous_commit"],
    faults: ["primary-killed"],
    finds: ["lost"],
  },
  "silence-deadline-primary": {
    summary: "the deadline of a connection that went silent",
    preload: "blind",
    faults: ["primary-silent"],
    finds: ["unbounded"],
  },
  lease: {
    summary: "the end of the lease of the lead: it stays with the worker that took it, like the lock of a session",
    changes: [
      {
        matches: /insert into lease \(name, holder, until\)/,
        from: /where lease\.holder = excluded\.holder[\s\S]*returning/,
        to: "where lease.holder = excluded.holder and $4::int is not null returning",
      },
    ],
    faults: ["pooler-leader-killed"],
    finds: ["stuck"],
  },
  "consumer-watch": {
    summary: "the look whether a consumer takes jobs that wait",
    preload: "patient",
    faults: ["consumer-deaf"],
    finds: ["stuck"],
  },
  "post-without-queue-away": {
    summary: "the posting by the leader while Redis is away",
    env: { POST_WITHOUT_QUEUE: "no" },
    faults: ["queue-away"],
    finds: ["stuck"],
  },
});
