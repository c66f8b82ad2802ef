interface FleetRate {
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

export const rateOf = ({ perSecond, contention, coherency }: ScalabilityFit, workers: number): number =>
  (perSecond * workers) / (1 + contention * (workers - 1) + coherency * workers * (workers - 1));

const reach = Array.from({ length: 17 }, (_, n) => n - 8);
const rounds = 200;
const shrink = 0.85;

/**
 * The law with the least squares of relative errors, from the rates of at least three fleets. Searches grids of σ and κ,
 * each closer around the best point of the last. Below zero, workers would help each other, so neither becomes negative.
 */
export function fitScalability(rates: readonly FleetRate[]): ScalabilityFit {
  let best = fitRate(rates, 0, 0);
  for (let round = 0, step = 1; round < rounds; round += 1, step *= shrink) {
    const { contention, coherency } = best.fit;
    for (const across of reach)
      for (const up of reach) {
        const sigma = Math.max(0, contention + across * step * 0.1);
        const kappa = Math.max(0, coherency + up * step * 0.02);
        const tried = fitRate(rates, sigma, kappa);
        if (tried.error < best.error) best = tried;
      }
  }
  return best.fit;
}

/** The best λ for a σ and a κ, and its squared relative errors: of measured/fitted, whose fit is linear in 1/λ. */
function fitRate(rates: readonly FleetRate[], contention: number, coherency: number) {
  const unit = { perSecond: 1, contention, coherency };
  const times = rates.map(({ workers, perSecond }) => perSecond / rateOf(unit, workers));
  const perSecond = sum(times.map((one) => one ** 2)) / sum(times);
  const error = sum(times.map((one) => (one / perSecond - 1) ** 2));
  return { fit: { perSecond, contention, coherency }, error };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
