/** The newest position of the service's writes, so that later reads show them whichever server of the database answers. */
export interface Positions {
  /** Sent with reads; undefined before the first write, and with a service that has no replicas. */
  current(): string | undefined;
  /**
   * Takes the position of an answer.
   * @param sentAt what `current` was when the call was sent. A write never has a lower one, unless the database was
   * restored or replaced; then its positions begin anew.
   */
  take(given: string | null, sentAt: string | undefined): void;
}

export function createPositions(): Positions {
  let current: string | undefined;
  return {
    current: () => current,
    take(given, sentAt) {
      const position = numberOf(given ?? "");
      if (given === null || position === undefined) return;
      const isNewer = position > (numberOf(current ?? "") ?? -1n);
      const isReplaced = position < (numberOf(sentAt ?? "") ?? 0n);
      if (isNewer || isReplaced) current = given;
    },
  };
}

/** Two halves in hexadecimal digits, such as `16/B374D848`. */
function numberOf(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high === undefined ? undefined : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
