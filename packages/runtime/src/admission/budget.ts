interface BudgetOptions {
  /** Units of all keys together. */
  readonly max: number;
  /** Of one key. By default, one key may have them all. */
  readonly ofKeyMax?: number | undefined;
}

/**
 * What is in use now, such as bytes in memory, in total and by key. For work whose size is known only while it is done:
 * it counts first, and asks afterwards whether that was too much.
 */
export class Budget {
  private readonly options: BudgetOptions;
  private readonly usedByKey = new Map<string, number>();
  used = 0;

  constructor(options: BudgetOptions) {
    this.options = options;
  }

  add(key: string, units: number): void {
    this.used += units;
    const used = this.usedOf(key) + units;
    if (used === 0) this.usedByKey.delete(key);
    else this.usedByKey.set(key, used);
  }

  remove(key: string, units: number): void {
    this.add(key, -units);
  }

  /** Whether so many units more, none by default, are within both limits. */
  hasRoom(key: string, more = 0): boolean {
    const { max, ofKeyMax = max } = this.options;
    return this.used + more <= max && this.usedOf(key) + more <= ofKeyMax;
  }

  private usedOf(key: string): number {
    return this.usedByKey.get(key) ?? 0;
  }
}

export const createBudget = (options: BudgetOptions) => new Budget(options);
