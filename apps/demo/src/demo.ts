import { openForeground, reachableUrl, type Service } from "@rewards/embedded";
import { inspectSale } from "@rewards/operations";
import { openClient } from "./client.ts";
import type { DemoOptions } from "./options.ts";
import { concurrency, type Played, playDay } from "./play.ts";
import { type Inbox, openInbox } from "./run/webhooks.ts";
import type { Screen } from "./screen.ts";
import { type DemoEnvironment, DemoError, describeTrouble, startDemoService, workers } from "./service.ts";
import { summarise } from "./summary.ts";

const apiRoot = "/dx/api/application/v2";

export interface RunOptions extends DemoEnvironment {
  readonly options: DemoOptions;
  readonly screen: Screen;
}

/** Runs the demo, and with `isExiting` ends the process after it; otherwise the service runs until a signal. */
export async function runDemo(run: RunOptions): Promise<void> {
  const { options, screen } = run;
  const { isExiting, withinMs } = options;
  const foreground = openForeground(screen.print);
  let service: Service | undefined;
  let hasFailed = false;
  const fail = async (error: unknown): Promise<void> => {
    // An abort by a signal is no failure, and the first failure is the cause of later ones.
    if (foreground.signal.aborted || hasFailed) return;
    hasFailed = true;
    foreground.exitCode = 1;
    screen.print(await describeTrouble(error, service));
    await foreground.end();
  };
  const giveUp = () =>
    fail(new DemoError(`The demo was not done after ${withinMs / 1_000} s; it was at: ${screen.doing()}.`));
  const deadline = isExiting ? setTimeout(giveUp, withinMs) : undefined;
  if (run.config.DATABASE_URL !== undefined)
    screen.print("The demo writes its stores, members and sales to the database of DATABASE_URL.");
  screen.print("Starting the service ... (the first time takes a few seconds longer)");
  try {
    const started = await startDemoService(foreground, run);
    service = started.service;
    void service.failure.then(fail);
    const { checks } = await demonstrate(run, started, foreground.signal);
    if (!checks.isOk) foreground.exitCode = 1;
  } catch (error) {
    return fail(error);
  }
  clearTimeout(deadline);
  if (isExiting && !hasFailed) await foreground.end();
}

/** Plays the day and prints its results. */
async function demonstrate(
  { options, screen }: RunOptions,
  { service, openDatabase }: Awaited<ReturnType<typeof startDemoService>>,
  signal: AbortSignal,
): Promise<Played> {
  const url = reachableUrl(service.url);
  screen.print(`  API runs at ${url}, with ${workers} workers and the queue in ${service.queueBackend}`);
  const { client, close } = openClient(url, concurrency);
  const database = openDatabase();
  let inbox: Inbox | undefined;
  try {
    inbox = await openInbox(database.sql);
    const inspect = (key: string) => inspectSale(database.sql, key);
    const played = await playDay({ client, options, signal, screen, inspect, inbox });
    for (const line of summarise(played, screen.width)) screen.print(line);
    if (!options.isExiting) screen.print(inviteToLook(played, service));
    return played;
  } finally {
    close();
    await inbox?.close();
    await database.close();
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
  Console ${reachableUrl(service.consoleUrl)}
  Health  ${url}/readyz
  Log     ${service.logFile}

  API=${url}${apiRoot}
  curl -s $API/data_views/MemberBalances -H 'Content-Type: application/json' \\
    -d '{"dataViewParameters":{"MemberExternalID":"${member}"}}'
`;
}
