export const partitionParts = ["change", "cost"] as const;

export interface PartitionOptions {
  readonly only: readonly (typeof partitionParts)[number][];
  readonly sales: number;
  readonly buyers: number;
  readonly rate: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly rounds: number;
  readonly months: number;
  /** Of the ledger, for the cost; 0 leaves it one table. */
  readonly ledger: number;
}
