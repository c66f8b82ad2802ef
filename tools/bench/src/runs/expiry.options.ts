export const partNames = ["sales", "sweep"] as const;

export interface ExpiryOptions {
  readonly only: readonly (typeof partNames)[number][];
  readonly before?: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly buyers: number;
  readonly members: number;
  readonly clubs: number;
  readonly rate: number;
  /** The sweep is compared at full load, and not at `rate`. */
  readonly fullLoad?: boolean;
}
