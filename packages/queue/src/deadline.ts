/** The queue did not answer in time. It may have done the work; workers tolerate duplicates. */
export class QueueTimeoutError extends Error {
  override readonly name = "QueueTimeoutError";
}

/** Settles as the work does, or rejects with QueueTimeoutError after `deadlineMs`; the work is not aborted. */
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
