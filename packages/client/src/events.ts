import type { RewardsClient } from "./client.types.ts";
import { RewardsError } from "./error.ts";
import type { components } from "./generated/schema.ts";
import { wait } from "./retry.ts";

type Schemas = components["schemas"];
export type EventKind = Schemas["EventsSinceParameters"]["Kinds"][number];

export interface EventsOptions {
  /** Where to go on: the `Position` of the last event that was handled. By default with the first event that is kept. */
  readonly after?: string | undefined;
  /** `end`: only what happens from now on, if `after` is not given. */
  readonly from?: "end" | undefined;
  /** How long it waits, in ms, when there are no more events, and after a call that may succeed later. Default: 1,000. */
  readonly pauseMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the events of these kinds in their order, for ever, also those of the time in which the service could not be
 * reached. Store `Position` once an event is handled, and pass it as `after` when the program starts again.
 * @throws RewardsError if a call is refused, as with 409 if the position is of another copy of the database, and the
 * signal's reason.
 */
export async function* eventsSince(
  client: RewardsClient,
  kinds: readonly [EventKind, ...EventKind[]],
  { after, from, pauseMs = 1_000, signal }: EventsOptions = {},
): AsyncGenerator<Schemas["EventRow"], never, undefined> {
  let place: { After?: string; From?: "end" } = after !== undefined ? { After: after } : from ? { From: from } : {};
  for (;;) {
    const answer = await readPage();
    if (answer) {
      yield* answer.data;
      place = { After: answer.NextPosition };
    }
    if (!answer?.hasMoreResults) await wait(pauseMs, signal);
  }

  /** Undefined if the call may succeed later. */
  async function readPage(): Promise<Schemas["EventRows"] | undefined> {
    try {
      const answer = await client.views.eventsSince({ Kinds: [...kinds], ...place }, {}, { signal });
      return answer as unknown as Schemas["EventRows"];
    } catch (error) {
      if (error instanceof RewardsError && error.retryable) return undefined;
      throw error;
    }
  }
}
