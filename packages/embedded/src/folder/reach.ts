import { type Account, runCommand } from "../process/run.ts";

/** Whether the account can enter a folder (its parents too) and, if asked, write in it. */
export async function canReach(
  folder: string,
  account: Account | undefined,
  how: "enter" | "write" = "enter",
): Promise<boolean> {
  const test = how === "write" ? 'test -x "$1" && test -w "$1"' : 'test -x "$1"';
  const { code } = await runCommand("/bin/sh", ["-c", test, "sh", folder], account);
  return code === 0;
}
