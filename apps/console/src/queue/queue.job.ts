import { formatCount } from "@rewards/runtime";

/** The page with the records of a job. */
export const jobPath = (queue: string, id: string) =>
  `/queue/${encodeURIComponent(queue)}/jobs/${encodeURIComponent(id)}`;

/** A job's name for people: how many records of which noun. */
export function describeJob(queue: string, job: unknown): string {
  const { data } = job as { data?: { ids?: unknown } };
  const ids = data?.ids;
  const count = Array.isArray(ids) ? ids.length : 0;
  return `${formatCount(count)} ${queue}${count === 1 ? "" : "s"}`;
}

/** What a worker returned for a job, in words: `212 sales, 210 posted, 1 rejected, 1 retried`. */
export function describeReturn(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, count]) => `${typeof count === "number" ? formatCount(count) : String(count)} ${name}`)
    .join(", ");
}
