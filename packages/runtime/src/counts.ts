/** Counts of values by size, in memory. An observation adds to two numbers and allocates nothing. */
class Histogram {
  /** The upper bounds of the buckets; a last bucket holds larger values. */
  readonly bounds: readonly number[];
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  /** From the low end, where most values are. */
  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += value;
  }
}

const durationBoundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

export type HttpCounts = ReturnType<typeof createHttpCounts>;
export type RouteCounts = ReturnType<typeof createRoute>;

/** Counts the answers of a server by route. */
export function createHttpCounts() {
  const routes = new Map<string, RouteCounts>();
  const of = (method: string, route: string): RouteCounts => {
    const key = `${method} ${route}`;
    const counts = routes.get(key) ?? createRoute(method, route);
    routes.set(key, counts);
    return counts;
  };
  return {
    /** The counts of a route. Call it once for each route, and not for each request. */
    of,
    /** Requests that reached no route. */
    unrouted: of("any", "none"),
    get routes(): Iterable<RouteCounts> {
      return routes.values();
    },
  };
}

/** The answers of one route with one method. */
function createRoute(method: string, route: string) {
  const statuses = new Map<number, number>();
  const durationsMs = new Histogram(durationBoundsMs);
  return {
    method,
    /** The pattern of its path. Paths themselves would be without bound. */
    route,
    /** By status code. */
    statuses: statuses as ReadonlyMap<number, number>,
    durationsMs,
    /** Counts an answer with its time, ms. */
    count(status: number, tookMs: number): void {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      durationsMs.observe(tookMs);
    },
  };
}

const batchBounds = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500];

/**
 * The upper bounds of the buckets of lags, ms; a last bucket holds longer ones. The rollups store the buckets by their
 * place, so bounds may only be added at the end.
 */
export const lagBoundsMs = [
  5, 10, 20, 30, 50, 75, 100, 150, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000,
] as const;

/** What a process did with the records of one class since it started. Never decreases. */
export interface ClassCounts {
  accepted: number;
  /** Settled, and not rejected. */
  posted: number;
  /** By the code of the reason. */
  readonly rejected: Map<string, number>;
  /** Dead letters, by the code of the reason. */
  readonly dead: Map<string, number>;
  /** Settled records by their age, in the buckets of `lagBoundsMs`. */
  readonly lagsMs: Histogram;
  /** Records of each batch. */
  readonly batches: Histogram;
  /** Posted points by type of entry, without their sign. */
  readonly points: Map<string, number>;
  vouchers: number;
  /** Sales that tills sent wrongly, as `fault store`; beyond `namedTillsMax`, the stores of a fault together as `other`. */
  readonly tillFaults: Map<string, number>;
}

/** Most faults of stores' tills that a process counts one by one: each is a time series of the metrics. */
const namedTillsMax = 200;

/** A batch that a worker settled. */
interface SettledBatch {
  /** Each settled record, with the code of the reason if it was rejected, and its age if it waited for a worker. */
  readonly settled: readonly { readonly reason: string | undefined; readonly lagMs: number | undefined }[];
  /** By type of entry, without their sign. */
  readonly points: ReadonlyMap<string, number>;
  readonly vouchers: number;
  /** By `fault store`. */
  readonly tillFaults: ReadonlyMap<string, number>;
}

export type PipelineCounts = ReturnType<typeof createPipelineCounts>;

/**
 * Counts the records that pass through this process, by class, for the rollups and the metrics. To count a record is to
 * add to numbers; it allocates nothing.
 */
export function createPipelineCounts() {
  const classes = new Map<string, ClassCounts>();
  const of = (className: string) => {
    const counts = classes.get(className) ?? newCounts();
    classes.set(className, counts);
    return counts;
  };
  return {
    classes: classes as ReadonlyMap<string, ClassCounts>,
    accept(className: string, records: number): void {
      const counts = of(className);
      counts.accepted += records;
      counts.batches.observe(records);
    },
    settle(className: string, { settled, points, vouchers, tillFaults }: SettledBatch): void {
      const counts = of(className);
      for (const { reason, lagMs } of settled) {
        if (reason === undefined) counts.posted += 1;
        else add(counts.rejected, reason, 1);
        // A clock that stepped back makes a negative one: the lowest bucket.
        if (lagMs !== undefined) counts.lagsMs.observe(Math.max(0, lagMs));
      }
      for (const [type, amount] of points) add(counts.points, type, amount);
      counts.vouchers += vouchers;
      for (const [key, sales] of tillFaults) add(counts.tillFaults, nameOf(key, counts.tillFaults), sales);
      if (settled.length > 0) counts.batches.observe(settled.length);
    },
    bury: (className: string, reason: string, records: number) => add(of(className).dead, reason, records),
  };
}

const newCounts = (): ClassCounts => ({
  accepted: 0,
  posted: 0,
  rejected: new Map(),
  dead: new Map(),
  lagsMs: new Histogram(lagBoundsMs),
  batches: new Histogram(batchBounds),
  points: new Map(),
  vouchers: 0,
  tillFaults: new Map(),
});

const nameOf = (key: string, counted: ReadonlyMap<string, number>) =>
  counted.has(key) || counted.size < namedTillsMax ? key : key.replace(/ .*/s, " other");

function add(counts: Map<string, number>, key: string, records: number): void {
  counts.set(key, (counts.get(key) ?? 0) + records);
}
