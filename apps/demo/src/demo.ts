import type { Service, ServiceError } from "@rewards/embedded";
import { createShutdown, type Shutdown, type serviceSettings } from "@rewards/runtime";
import type { z } from "zod";
import { openClient } from "./client.ts";
import type { DemoOptions } from "./options.ts";
import { concurrency, type Played, playDay } from "./play.ts";
import type { Screen } from "./screen.ts";
import { DemoError, describeTrouble, reachableUrl, startDemoService, workers } from "./service.ts";
import { summarise } from "./summary.ts";

/** More than the sum of the bounds of API, workers and servers. */
const stopMsMax = 90_000;
const interruptedTwice = 130;
const apiRoot = "/dx/api/application/v2";

export interface RunOptions {
  readonly config: z.output<typeof serviceSettings>;
  readonly options: DemoOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly screen: Screen;
}

/** The state that the parts of a run share. */
interface RunState {
  readonly aborting: AbortController;
  starting?: Promise<Service>;
  service?: Service;
  /** The exit code of a demo that stops in order. */
  code: number;
  /** Whether the cause was printed and the stop has begun. */
  hasFailed: boolean;
}

/** Runs the demo, and with `isExiting` ends the process after it; otherwise the service runs until a signal. */
export async function runDemo(run: RunOptions): Promise<void> {
  const { isExiting, withinMs } = run.options;
  const state: RunState = { aborting: new AbortController(), code: 0, hasFailed: false };
  const shutdown = createDemoShutdown(state, run.screen.print);
  const fail = async (error: unknown): Promise<void> => {
    // An abort by a signal is no failure, and the first failure is the cause of later ones.
    if (state.aborting.signal.aborted || state.hasFailed) return;
    state.hasFailed = true;
    state.code = 1;
    run.screen.print(await describeTrouble(error, state.service));
    await shutdown.start("failed");
  };
  const deadline = isExiting
    ? setTimeout(() => void fail(lateError(withinMs, run.screen.doing())), withinMs)
    : undefined;
  try {
    await demonstrate(run, state, fail);
  } catch (error) {
    return fail(error);
  }
  clearTimeout(deadline);
  if (isExiting && !state.hasFailed) await shutdown.start("done");
}

const lateError = (withinMs: number, doing: string) =>
  new DemoError(`The demo was not done after ${withinMs / 1_000} s; it was at: ${doing}.`);

async function demonstrate(
  { config, options, env, screen }: RunOptions,
  state: RunState,
  fail: (error: ServiceError) => Promise<void>,
): Promise<void> {
  const { signal } = state.aborting;
  const { print } = screen;
  if (config.DATABASE_URL !== undefined)
    print("The demo writes its stores, members and sales to the database of DATABASE_URL.");
  print("Starting the service ... (the first time takes a few seconds longer)");
  state.starting = startDemoService({ config, env, print, signal });
  state.service = await state.starting;
  void state.service.failure.then(fail);
  const url = reachableUrl(state.service.url);
  print(`  API runs at ${url}, with ${workers} workers and the queue in ${state.service.queueBackend}`);
  const { client, close } = openClient(url, concurrency);
  try {
    const played = await playDay({ client, options, signal, screen });
    for (const line of summarise(played, screen.width)) print(line);
    if (!played.checks.isOk) state.code = 1;
    if (!options.isExiting) print(inviteToLook(played, state.service));
  } finally {
    close();
  }
}

/** How to inspect the data of this run. */
function inviteToLook({ redeemed, day }: Played, service: Service): string {
  const url = reachableUrl(service.url);
  const member = redeemed.completed[0]?.member ?? day.members[0]?.key;
  return `
The service stays up until Ctrl-C, for you to look around.

  API     ${url}${apiRoot}
  Pages   ${url}/reference
  Console ${reachableUrl(service.consoleUrl ?? "")}
  Health  ${url}/readyz
  Log     ${service.logFile}

  API=${url}${apiRoot}
  curl -s $API/data_views/MemberBalances -H 'Content-Type: application/json' \\
    -d '{"dataViewParameters":{"MemberExternalID":"${member}"}}'
`;
}

function createDemoShutdown(state: RunState, print: (line: string) => void): Shutdown {
  const report = (_fields: object, message: string): void => print(message);
  const shutdown = createShutdown({
    logger: { info: () => undefined, error: report as never, fatal: report as never },
    deadlineMs: stopMsMax,
    exit: (code) => {
      if (code === interruptedTwice) state.service?.kill();
      process.exit(code === 0 ? state.code : code);
    },
  });
  shutdown.add("service", async () => {
    state.aborting.abort();
    // A failed start has stopped everything by itself, and printed why.
    if (state.hasFailed && !state.service) return;
    print("Stopping ...");
    const service = await state.starting?.catch(() => undefined);
    await service?.stop();
    print("Stopped.");
  });
  shutdown.listen();
  // The terminal was closed: nobody reads the output any more.
  process.on("SIGHUP", () => void shutdown.start("SIGHUP"));
  process.stdout.on("error", () => undefined);
  return shutdown;
}
