import { stagedObjects } from "@rewards/domain";

/** The queues that workers take records from. */
export const queueNames: readonly string[] = stagedObjects.map(({ noun }) => noun);

/** Pages say what is wrong with the queue; a log line for each look would only repeat it. */
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
