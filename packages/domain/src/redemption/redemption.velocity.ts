/** How many redemptions of one member may complete within an hour and within a day; 0 for no limit. */
export interface RedemptionLimits {
  readonly hourMax: number;
  readonly dayMax: number;
}

/** Completed redemptions of one member, in the hour and in the day that end now. */
export interface RedeemedCounts {
  readonly hour: number;
  readonly day: number;
}

/** What members have redeemed lately, those of the batch included. */
export interface Velocity {
  readonly limits: RedemptionLimits;
  /** By ExternalID; members without a redemption are absent. */
  readonly redeemed: Map<string, RedeemedCounts>;
}

const none: RedeemedCounts = { hour: 0, day: 0 };

/** Why the member may not redeem now; undefined if they may. */
export function refuseVelocity({ limits, redeemed }: Velocity, memberExternalId: string): string | undefined {
  const { hour, day } = redeemed.get(memberExternalId) ?? none;
  if (limits.hourMax > 0 && hour >= limits.hourMax) return `the member has redeemed ${hour} times within an hour.`;
  if (limits.dayMax > 0 && day >= limits.dayMax) return `the member has redeemed ${day} times within a day.`;
  return undefined;
}

export function countRedeemed({ redeemed }: Velocity, memberExternalId: string): void {
  const { hour, day } = redeemed.get(memberExternalId) ?? none;
  redeemed.set(memberExternalId, { hour: hour + 1, day: day + 1 });
}
