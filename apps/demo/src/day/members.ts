import type { Random, Weighted } from "./random.ts";

/** The programme that every installation begins with. */
const programBusinessId = "REWARDS";
/** The demo's own programme, whose points expire and wait for the return window. */
export const clubProgramme = "DEMO-CLUB";
export const currencyName = "Points";

export interface DemoMember extends Weighted {
  readonly externalId: string;
  readonly fullName: string;
  readonly email: string;
  readonly mobile: string;
  readonly dateOfBirth: string;
  readonly joinDateTime: string;
  /** Shows a card from the morning on, and is registered before the day, during it or never. */
  readonly joins: "before" | "during" | "never";
  /** The BusinessID of the programme. */
  readonly programme: string;
}

const yearMs = 365.25 * 86_400_000;
const duringShare = 0.03;
const neverShare = 0.015;
/** Every tenth member is in the club. */
const clubEvery = 10;

/** The members. Most are registered when the day begins; some shop far more often than others. */
export function makeMembers(random: Random, count: number, prefix: string, dayStartMs: number): DemoMember[] {
  const duringCount = Math.max(2, Math.round(count * duringShare));
  const neverCount = Math.max(1, Math.round(count * neverShare));
  return Array.from({ length: count }, (_, index): DemoMember => {
    const firstName = random.person.firstName();
    const lastName = random.person.lastName();
    const joins = index < duringCount ? "during" : index < duringCount + neverCount ? "never" : "before";
    const bornMs = dayStartMs - random.number.float({ min: 18, max: 85 }) * yearMs;
    const joinedMs = joins === "before" ? dayStartMs - random.number.float({ min: 0.01, max: 6 }) * yearMs : dayStartMs;
    return {
      externalId: `${prefix}-M${String(index + 1).padStart(4, "0")}`,
      fullName: `${firstName} ${lastName}`,
      email: random.internet.email({ firstName, lastName, provider: "example.com" }).toLowerCase(),
      mobile: `49151${random.string.numeric(8)}`,
      dateOfBirth: new Date(bornMs).toISOString().slice(0, 10),
      joinDateTime: new Date(joinedMs).toISOString(),
      joins,
      programme: index % clubEvery === clubEvery - 1 ? clubProgramme : programBusinessId,
      weight: random.number.int({ min: 1, max: 4 }),
    };
  });
}
