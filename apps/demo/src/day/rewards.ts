export interface DemoReward {
  readonly externalId: string;
  readonly name: string;
  /** Whole points. */
  readonly cost: number;
  readonly stock: number;
  readonly daysAvailable: number;
}

export interface DemoRewards {
  readonly coffee: DemoReward;
  readonly tote: DemoReward;
  readonly cinema: DemoReward;
  /** More members want it than there are. */
  readonly hamper: DemoReward;
}

export function makeRewards(prefix: string): DemoRewards {
  const make = (code: string, name: string, cost: number, stock: number, daysAvailable: number): DemoReward => ({
    externalId: `${prefix}-${code}`,
    name,
    cost,
    stock,
    daysAvailable,
  });
  return {
    coffee: make("COFFEE", "Coffee and cake", 40, 500, 30),
    tote: make("TOTE", "Canvas tote bag", 90, 80, 60),
    cinema: make("CINEMA", "Cinema ticket", 120, 100, 90),
    hamper: make("HAMPER", "Breakfast hamper", 150, 3, 14),
  };
}
