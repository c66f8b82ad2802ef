import { createHistogram, type Histogram } from "./histogram.ts";

const durationBoundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

/** The answers of one route with one method. */
export interface RouteCounts {
  readonly method: string;
  /** The pattern of its path. Paths themselves would be without bound. */
  readonly route: string;
  /** By status code. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly durationsMs: Histogram;
  /** Counts an answer with its time, ms. */
  count(status: number, tookMs: number): void;
}

/** Counts the answers of a server by route. */
export interface HttpCounts {
  /** The counts of a route. Call it once for each route, and not for each request. */
  of(method: string, route: string): RouteCounts;
  /** Requests that reached no route. */
  readonly unrouted: RouteCounts;
  readonly routes: Iterable<RouteCounts>;
}

export function createHttpCounts(): HttpCounts {
  const routes = new Map<string, RouteCounts>();
  const of = (method: string, route: string) => {
    const key = `${method} ${route}`;
    const counts = routes.get(key) ?? createRoute(method, route);
    routes.set(key, counts);
    return counts;
  };
  return {
    of,
    unrouted: of("any", "none"),
    get routes() {
      return routes.values();
    },
  };
}

function createRoute(method: string, route: string): RouteCounts {
  const statuses = new Map<number, number>();
  const durationsMs = createHistogram(durationBoundsMs);
  return {
    method,
    route,
    statuses,
    durationsMs,
    count(status, tookMs) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      durationsMs.observe(tookMs);
    },
  };
}
