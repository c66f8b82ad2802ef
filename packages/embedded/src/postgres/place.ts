import { join } from "node:path";
import { chooseAccount } from "../account/choose.ts";
import { placeFolder } from "../folder/place.ts";
import type { Account } from "../process/run.ts";

/** The folders of a Postgres server, and the user that it runs as. */
export interface PostgresPlace {
  readonly account: Account | undefined;
  /** Holds the cluster, the log, the password and the owner's claim. */
  readonly folder: string;
  /** The data directory in the sense of Postgres. */
  readonly clusterDir: string;
  readonly logFile: string;
}

/** Chooses the folder of the data (see placeFolder) and the user that the server runs as. */
export async function choosePlace(dataDir: string, log: (message: string) => void): Promise<PostgresPlace> {
  const account = await chooseAccount(join(dataDir, "cluster"));
  const folder = await placeFolder(dataDir, account, log);
  return { account, folder, clusterDir: join(folder, "cluster"), logFile: join(folder, "postgres.log") };
}
