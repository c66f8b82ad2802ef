import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Any number: what matters is that every migration of this service takes the same one. */
const migrationLock = 7_239_116_001;
const connectWaitSeconds = 10;
const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/**
 * Brings the database to the schema of this release. Processes that do so at once wait for the first; running it again
 * changes nothing.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: connectWaitSeconds, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
