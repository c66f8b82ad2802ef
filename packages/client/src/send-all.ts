import { RewardsError } from "./error.ts";
import type { CallOptions } from "./transport.ts";

export interface SendAllOptions extends Pick<CallOptions, "signal"> {
  /** The most calls under way at once. Default: 16. */
  readonly concurrency?: number | undefined;
}

/** What came of one content. */
export type SentContent<Content, Result> =
  | { readonly content: Content; readonly result: Result; readonly error?: undefined }
  | { readonly content: Content; readonly result?: undefined; readonly error: RewardsError };

/**
 * Sends each content with a create, such as `client.sales.create`, which repeats it as any call. Yields what came of each,
 * in the order of the contents; one that is refused does not end the others. Takes no more contents than it has calls
 * under way, so it needs no more memory for a million than for a hundred.
 * @throws RangeError if `concurrency` is no whole number of at least 1; the signal's reason, and what `contents` throws. Calls under way may be done or not; send their contents again.
 */
export async function* sendAll<Content, Result>(
  create: (content: Content, options?: CallOptions) => Promise<Result>,
  contents: Iterable<Content> | AsyncIterable<Content>,
  { concurrency = 16, signal }: SendAllOptions = {},
): AsyncGenerator<SentContent<Content, Result>, void, undefined> {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`concurrency is ${concurrency}: 1 or more.`);
  const source = iteratorOf(contents);
  const underWay: Promise<SentContent<Content, Result>>[] = [];
  let next: Promise<IteratorResult<Content>> | undefined;
  let isAtEnd = false;
  try {
    while (!isAtEnd || underWay.length > 0) {
      if (!isAtEnd && underWay.length < concurrency) next ??= Promise.resolve(source.next());
      const [first] = underWay;
      // A source that is slow does not hold back what is done.
      const soonest = Promise.race([...(first ? [first.then(() => undefined)] : []), ...(next ? [next] : [])]);
      const step = await orAborted(soonest, signal);
      if (step) {
        next = undefined;
        isAtEnd = step.done === true;
        if (!step.done) underWay.push(handled(sendOne(create, step.value, signal)));
      } else if (first) {
        yield await first;
        underWay.shift();
      }
    }
  } finally {
    const ending = isAtEnd ? undefined : handled(Promise.resolve(source.return?.()));
    // A generator that is asked for its next content ends only after it has answered.
    if (!next) await ending;
  }
}

async function sendOne<Content, Result>(
  create: (content: Content, options?: CallOptions) => Promise<Result>,
  content: Content,
  signal: AbortSignal | undefined,
): Promise<SentContent<Content, Result>> {
  try {
    return { content, result: await create(content, { signal }) };
  } catch (error) {
    if (error instanceof RewardsError) return { content, error };
    throw error;
  }
}

/**
 * As the promise.
 * @throws the signal's reason once it is aborted.
 */
async function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return promise;
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** If it rejects before it is awaited, or never is, that is no unhandled rejection. */
function handled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}

const iteratorOf = <Content>(contents: Iterable<Content> | AsyncIterable<Content>) =>
  Symbol.asyncIterator in contents ? contents[Symbol.asyncIterator]() : contents[Symbol.iterator]();
