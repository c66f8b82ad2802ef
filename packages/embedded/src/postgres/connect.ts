import postgres from "postgres";

const connectWaitS = 10;

/** One connection for administration; the caller ends it. */
export function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: connectWaitS,
    // Never renewed: a session's locks live as long as its connection.
    max_lifetime: null,
    onnotice: () => undefined,
  });
}

/** Runs `work` on a separate connection. */
export async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = connect(url);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
