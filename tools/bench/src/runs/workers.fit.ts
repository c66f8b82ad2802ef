/** Throughput of a number of workers. */
export interface FleetRate {
  readonly workers: number;
  readonly perSecond: number;
}

/** The Universal Scalability Law (N. J. Gunther): X(n) = λ n / (1 + σ (n - 1) + κ n (n - 1)). */
export interface ScalabilityFit {
  /** λ: sales a second of one worker. */
  readonly perSecond: number;
  /** σ: the share of the work that only one worker can do at a time. */
  readonly contention: number;
  /** κ: what each pair of workers costs to agree. */
  readonly coherency: number;
}

/** What n / X(n) is a sum of, with the coefficients 1/λ, σ/λ and κ/λ. */
const terms = [() => 1, (n: number) => n - 1, (n: number) => n * (n - 1)] as const;
/** Which terms to use. A coefficient below zero would mean that workers help each other, so it is left out. */
const choices: readonly (readonly number[])[] = [[0], [0, 1], [0, 2], [0, 1, 2]];

/** The law with the least squares of relative errors. Needs the rates of at least three fleets. */
export function fitScalability(rates: readonly FleetRate[]): ScalabilityFit {
  const fits = choices
    .map((choice) => coefficientsOf(rates, choice))
    .filter((coefficients) => coefficients.every((one) => one >= 0));
  const errors = fits.map((coefficients) => errorOf(rates, coefficients));
  const [base = Number.NaN, sigma = 0, kappa = 0] = fits[errors.indexOf(Math.min(...errors))] ?? [];
  return { perSecond: 1 / base, contention: sigma / base, coherency: kappa / base };
}

export function rateOf({ perSecond, contention, coherency }: ScalabilityFit, workers: number): number {
  return (perSecond * workers) / (1 + contention * (workers - 1) + coherency * workers * (workers - 1));
}

/** One for each term; 0 for those that are not chosen. */
function coefficientsOf(rates: readonly FleetRate[], choice: readonly number[]): readonly number[] {
  // Divided by n / X(n), so that each fleet's relative error counts the same.
  const rows = rates.map(({ workers, perSecond }) =>
    choice.map((term) => ((terms[term]?.(workers) ?? 0) * perSecond) / workers),
  );
  const products = choice.map((_, i) => choice.map((_, j) => sum(rows.map((row) => at(row, i) * at(row, j)))));
  const solved = solve(
    products,
    choice.map((_, i) => sum(rows.map((row) => at(row, i)))),
  );
  return terms.map((_, term) => (choice.includes(term) ? at(solved, choice.indexOf(term)) : 0));
}

function errorOf(rates: readonly FleetRate[], coefficients: readonly number[]): number {
  const errors = rates.map(({ workers, perSecond }) => {
    const fitted = sum(coefficients.map((one, term) => one * (terms[term]?.(workers) ?? 0)));
    return ((fitted * perSecond) / workers - 1) ** 2;
  });
  return sum(errors);
}

/** Solves the normal equations, which are symmetric and positive definite: no pivoting is needed. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, at(right, i)]);
  rows.forEach((pivot, i) => {
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = at(row, i) / at(pivot, i);
      for (let column = i; column < row.length; column += 1) row[column] = at(row, column) - factor * at(pivot, column);
    }
  });
  return rows.map((row, i) => at(row, row.length - 1) / at(row, i));
}

const at = (row: readonly number[], index: number): number => row[index] as number;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
