import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { chooseAccount } from "../account/choose.ts";
import { giveFolder } from "../folder/close.ts";
import { placeFolder } from "../folder/place.ts";
import type { Account } from "../process/run.ts";

/** The folders of a Redis server, and the user that it runs as. */
export interface RedisPlace {
  readonly account: Account | undefined;
  /** Holds the data, the log and the owner's claim. */
  readonly folder: string;
  /** The server's own folder. */
  readonly dataDir: string;
  readonly logFile: string;
}

/** What a server of an older version wrote next to its log. */
const oldFiles = ["appendonlydir", "appendonly.aof"] as const;

/** Chooses the folder of the data (see placeFolder) and the user that the server runs as. */
export async function choosePlace(dataDir: string, log: (message: string) => void): Promise<RedisPlace> {
  const account = await chooseAccount(join(dataDir, "data"));
  const folder = await placeFolder(dataDir, account, log);
  return { account, folder, dataDir: join(folder, "data"), logFile: join(folder, "redis.log") };
}

/**
 * Makes the server's own folder, and moves the files of an older version there. The caller owns the place, and no
 * server runs on it.
 */
export async function prepareDataDir({ folder, dataDir, account }: RedisPlace): Promise<void> {
  const isNew = await stat(dataDir).then(
    () => false,
    () => true,
  );
  if (isNew) {
    await mkdir(dataDir);
    for (const name of oldFiles) await rename(join(folder, name), join(dataDir, name)).catch(() => undefined);
  }
  await giveFolder(dataDir, account);
}
