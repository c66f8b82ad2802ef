/** Each partition that a worker holds costs it connections, so their number is bounded. */
export const queuePartitionsMax = 64;

const parameter = "partitions";
const isNumber = (text: string) => /^[1-9]\d?$/.test(text) && Number(text) <= queuePartitionsMax;

/** The URL of a queue without its own parameter, and how many partitions its queues have: 1 without the parameter. */
export interface QueueUrl {
  readonly url: string;
  readonly partitions: number;
}

/** Expects a URL that `partitionsProblemOf` finds right. */
export function readQueueUrl(given: string): QueueUrl {
  const { url, values } = split(given);
  return { url, partitions: Number(values[0] ?? 1) };
}

/** What is wrong with the `partitions` of a queue's URL; undefined if nothing is. */
export function partitionsProblemOf(given: string): string | undefined {
  const { values } = split(given);
  const [value] = values;
  if (value === undefined) return undefined;
  if (/^postgres/i.test(given)) return "a queue on Postgres has no partitions: leave partitions= out";
  if (values.length > 1) return "partitions is given twice";
  return isNumber(value) ? undefined : `expected partitions=, followed by a number from 1 to ${queuePartitionsMax}`;
}

function split(given: string): { readonly url: string; readonly values: readonly string[] } {
  const [base = "", query = ""] = given.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const values = parameters.getAll(parameter);
  if (values.length === 0) return { url: given, values };
  parameters.delete(parameter);
  return { url: parameters.size > 0 ? `${base}?${parameters}` : base, values };
}
