/** Where a process is caught: before it sends a statement, or before it gets the answer. */
export interface Point {
  readonly when: "before" | "answered";
  /** `earlier` are the statements of the transaction so far. */
  readonly matches: (statement: string, earlier: readonly string[]) => boolean;
}

const isCommit = (statement: string) => /^commit/i.test(statement);
const isPosting = (statement: string) => /^\s*(insert into ledger_entry|update "(sale|redemption)")/.test(statement);
const isSettling = (statement: string, earlier: readonly string[]) => isCommit(statement) && earlier.some(isPosting);
const isInsert = (statement: string) => /^with inserted as \(insert into "(sale|redemption)"/.test(statement);
const isClaim = (statement: string) => /^\s*insert into idempotency_key/.test(statement);
const isClaimOfWebhooks = (statement: string) => /^\s*with due as \(\s*select w\.id from webhook/.test(statement);
/** The transaction of actions with keys. */
const hasActed = (earlier: readonly string[]) =>
  earlier.some(isClaim) && earlier.some((one) => /\sinsert into history/.test(one));

/** Before the commit of a transaction that has sent such a statement. */
const before = (sent: RegExp): Point => ({
  when: "before",
  matches: (statement, earlier) => isCommit(statement) && earlier.some((one) => sent.test(one)),
});

/**
 * Every point at which a process can be caught. Statements identify the points, so the process needs no code for them.
 */
export const points = {
  /** A worker is about to open a transaction. */
  beforeTransaction: { when: "before", matches: (statement) => /^begin/i.test(statement) },
  /** A worker has written entries and statuses, but not committed. */
  beforeCommit: { when: "before", matches: isSettling },
  /** A worker has taken stock, but not committed. */
  beforeStockCommit: before(/^\s*update stock s/),
  /** A worker has written running sums of rules, and holds their locks, but has not committed. */
  beforeSumsCommit: before(/^\s*insert into tally/),
  /** A worker has written changes of tiers, but not committed. */
  beforeTiersCommit: before(/^\s*insert into tier_change/),
  /** A worker's transaction is committed, but the worker does not know. */
  afterCommit: { when: "answered", matches: isSettling },
  /** An API has a batch that Postgres has not seen. */
  beforeInsert: { when: "before", matches: isInsert },
  /** An API's batch is committed, but not answered and not enqueued. */
  afterInsert: { when: "answered", matches: isInsert },
  /** An API has claimed keys. */
  afterClaim: { when: "answered", matches: isClaim },
  /** An API has done actions with keys, but not committed. */
  beforeActionCommit: { when: "before", matches: (statement, earlier) => isCommit(statement) && hasActed(earlier) },
  /** Actions with keys are committed, but not answered. */
  afterActionCommit: { when: "answered", matches: (statement, earlier) => isCommit(statement) && hasActed(earlier) },
  /** A worker has numbered events, but not committed. */
  beforeNumbered: before(/update event_head set last/),
  /** A worker has claimed subscriptions to events. */
  afterClaimed: { when: "answered", matches: isClaimOfWebhooks },
  /** A worker has posted events, and is about to see whether it still has the subscription. */
  beforeFence: { when: "before", matches: (statement) => /^\s*select from webhook where id/.test(statement) },
  /** A worker has posted events and written that, but not committed. */
  beforeDelivered: before(/^\s*update webhook w set reached/),
  /** Any commit, and any insert that is a transaction by itself. */
  atCommit: { when: "before", matches: (statement) => isCommit(statement) || isInsert(statement) },
  atCommitted: { when: "answered", matches: (statement) => isCommit(statement) || isInsert(statement) },
} as const satisfies Record<string, Point>;

/** A caught connection. It is held until one of these is called. */
export interface Caught {
  /** Lets it continue. */
  release(): void;
  /** Ends it on both sides. Whether Postgres executes what it has received is open. */
  cut(): void;
}

export interface Trap {
  readonly point: Point;
  readonly act: (caught: Caught) => void;
}

/** The traps of one process. Each springs once. */
export class Traps {
  private readonly traps = new Set<Trap>();

  /** Sets a trap: `caught` resolves when it has sprung. */
  set(point: Point, act: Trap["act"]) {
    let sprung = () => {};
    const caught = new Promise<void>((resolve) => {
      sprung = resolve;
    });
    const trap: Trap = {
      point,
      act(held) {
        act(held);
        sprung();
      },
    };
    this.traps.add(trap);
    return { caught, disarm: () => void this.traps.delete(trap) };
  }

  /** Removes and returns the trap that is set here. */
  spring(when: Point["when"], statement: string, earlier: readonly string[]): Trap | undefined {
    const trap = [...this.traps].find(({ point }) => point.when === when && point.matches(statement, earlier));
    if (trap) this.traps.delete(trap);
    return trap;
  }
}
