/** Read replicas as settings name them. */
export interface ReplicaSetting {
  readonly url: string;
  /** A replica that lags more answers no reads, ms. */
  readonly lagMsMax: number;
}

/** Undefined without DATABASE_READ_URL. */
export function replicaOf(settings: {
  readonly DATABASE_READ_URL?: string | undefined;
  readonly DATABASE_READ_LAG_MS_MAX: number;
}): ReplicaSetting | undefined {
  const { DATABASE_READ_URL: url, DATABASE_READ_LAG_MS_MAX: lagMsMax } = settings;
  return url === undefined ? undefined : { url, lagMsMax };
}
