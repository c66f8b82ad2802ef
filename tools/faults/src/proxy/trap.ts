/** Where a process is caught: what it is about to send, or what was done and is not told to it yet. */
export interface Point {
  readonly when: "before" | "answered";
  /** `earlier` are the statements of the transaction so far. */
  readonly matches: (statement: string, earlier: readonly string[]) => boolean;
}

const isCommit = (statement: string) => /^commit/i.test(statement);
const isPosting = (statement: string) => /^\s*(insert into ledger_entry|update "(sale|redemption)")/.test(statement);
const isSettling = (statement: string, earlier: readonly string[]) => isCommit(statement) && earlier.some(isPosting);
const isInsert = (statement: string) => /^with inserted as \(insert into "(sale|redemption)"/.test(statement);

/** Every point at which a process can be caught, by what it sends to Postgres: its own code knows nothing of it. */
export const points = {
  /** A worker is about to open a transaction. */
  beforeTransaction: { when: "before", matches: (statement) => /^begin/i.test(statement) },
  /** A worker has written entries and statuses, and not committed. */
  beforeCommit: { when: "before", matches: isSettling },
  /** A worker has taken stock, and not committed. */
  beforeStockCommit: {
    when: "before",
    matches: (statement, earlier) => isCommit(statement) && earlier.some((one) => /^\s*update stock s/.test(one)),
  },
  /** A worker's transaction is committed, and it does not know. */
  afterCommit: { when: "answered", matches: isSettling },
  /** An API has a batch in hand that Postgres has not seen. */
  beforeInsert: { when: "before", matches: isInsert },
  /** An API's batch is committed; nobody is answered, and the queue is not told. */
  afterInsert: { when: "answered", matches: isInsert },
  /** Any commit, and any insert that is its own transaction. */
  atCommit: { when: "before", matches: (statement) => isCommit(statement) || isInsert(statement) },
  atCommitted: { when: "answered", matches: (statement) => isCommit(statement) || isInsert(statement) },
} as const satisfies Record<string, Point>;

/** A connection that was caught. It is held until one of these is called. */
export interface Caught {
  readonly statement: string;
  /** Lets it go on. */
  release(): void;
  /** Ends it on both sides. What had been sent to Postgres is done or not, as it comes. */
  cut(): void;
}

export interface Trap {
  readonly point: Point;
  readonly act: (caught: Caught) => void;
}

/** A trap that is set: `caught` resolves once it has sprung. */
export interface SetTrap {
  readonly caught: Promise<void>;
  disarm(): void;
}

/** The traps of one process. Each springs once. */
export interface Traps {
  set(point: Point, act: (caught: Caught) => void): SetTrap;
  /** The trap that is set here, which is then set no more. */
  spring(when: Point["when"], statement: string, earlier: readonly string[]): Trap | undefined;
}

export function createTraps(): Traps {
  const traps = new Set<Trap>();
  return {
    set(point, act) {
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
      traps.add(trap);
      return { caught, disarm: () => void traps.delete(trap) };
    },
    spring(when, statement, earlier) {
      for (const trap of traps) {
        if (trap.point.when !== when || !trap.point.matches(statement, earlier)) continue;
        traps.delete(trap);
        return trap;
      }
      return undefined;
    },
  };
}
