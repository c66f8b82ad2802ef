/** Why a server was not reached. A failure to connect to several addresses holds one error for each. */
export function describeCause(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeCause(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

/** Host and path of a URL, without user and password. */
export function describeTarget(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
