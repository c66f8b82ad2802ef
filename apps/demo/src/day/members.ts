import type { Random } from "./random.ts";

/** The programme that every installation begins with. */
const programBusinessId = "REWARDS";
/** The demo's own programme, whose points expire and wait for the return window. */
export const clubProgramme = "DEMO-CLUB";
export const currencyName = "Points";

const yearMs = 365.25 * 86_400_000;
const duringShare = 0.03;
const neverShare = 0.015;
/** Every tenth member is in the club. */
const clubEvery = 10;

export type DemoMember = ReturnType<typeof makeMembers>[number];

/** The members. Most are registered when the day begins; some shop far more often than others. */
export function makeMembers(random: Random, count: number, prefix: string, dayStartMs: number) {
  const duringCount = Math.max(2, Math.round(count * duringShare));
  const neverCount = Math.max(1, Math.round(count * neverShare));
  return Array.from({ length: count }, (_, index) => {
    const firstName = random.person.firstName();
    const lastName = random.person.lastName();
    /** Shows a card from the morning on, and is registered before the day, during it or never. */
    const joins = index < duringCount ? "during" : index < duringCount + neverCount ? "never" : "before";
    const bornMs = dayStartMs - random.number.float({ min: 18, max: 85 }) * yearMs;
    const joinedMs = joins === "before" ? dayStartMs - random.number.float({ min: 0.01, max: 6 }) * yearMs : dayStartMs;
    const content = {
      Origin: "API",
      ExternalID: `${prefix}-M${String(index + 1).padStart(4, "0")}`,
      FullName: `${firstName} ${lastName}`,
      EmailAddress: random.internet.email({ firstName, lastName, provider: "example.com" }).toLowerCase(),
      MobileNumber: `49151${random.string.numeric(8)}`,
      DateOfBirth: new Date(bornMs).toISOString().slice(0, 10),
      JoinDateTime: new Date(joinedMs).toISOString(),
      ProgramBusinessID: index % clubEvery === clubEvery - 1 ? clubProgramme : programBusinessId,
    };
    return { content, key: content.ExternalID, joins, weight: random.number.int({ min: 1, max: 4 }) } as const;
  });
}
