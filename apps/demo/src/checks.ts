/** Counts comparisons and keeps the differences. */
export class Checks {
  count = 0;
  readonly differences: string[] = [];

  /** Amounts, statuses, codes, counts: whatever has one way of being written. */
  equal(what: string, actual: unknown, expected: unknown): void {
    this.count += 1;
    if (String(actual) !== String(expected)) this.differences.push(`${what}: is ${actual}, must be ${expected}`);
  }

  get isOk(): boolean {
    return this.differences.length === 0;
  }
}
