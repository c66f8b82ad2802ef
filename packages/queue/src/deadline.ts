/** The queue did not answer in time. Whether it did the work is not known, which duplicate-proof workers allow. */
export class QueueTimeoutError extends Error {
  override readonly name = "QueueTimeoutError";
}

/** Resolves or rejects as the work does, or rejects with QueueTimeoutError after `deadlineMs`; the work is not broken off. */
export async function withDeadline<Result>(what: string, deadlineMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new QueueTimeoutError(`${what} took over ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
