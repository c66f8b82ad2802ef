import { readFile } from "node:fs/promises";
import type { Logger } from "@rewards/runtime";

/** What an API opens besides the connections of callers: those to its servers, and files. */
const ownMax = 200;

/**
 * What is wrong with the limit of open files, with the remedy; undefined if it suffices or is not known.
 * @param limits the text of `/proc/self/limits`. Node has raised the soft limit to the hard one by then.
 */
export function describeDescriptors(limits: string, connectionsMax: number): string | undefined {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
  if (!(files < connectionsMax + ownMax)) return undefined;
  return `This process may open ${files} files, and CONNECTIONS_MAX is ${connectionsMax}: at the limit, callers get no connection. Raise the limit (\`ulimit -Hn\`, LimitNOFILE of systemd), or lower CONNECTIONS_MAX to at most ${Math.max(files - ownMax, 10)}.`;
}

/** Logs once, at the start, if the system closes new connections before this process would refuse them. */
export async function warnOfDescriptors(connectionsMax: number, logger: Pick<Logger, "warn">): Promise<void> {
  const reason = describeDescriptors(await readFile("/proc/self/limits", "utf8").catch(() => ""), connectionsMax);
  if (reason !== undefined) logger.warn({ reason }, "too few files may be open");
}
