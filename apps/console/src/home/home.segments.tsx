import type { Programme } from "@rewards/domain";
import { formatAge } from "@rewards/runtime";
import type { Chosen } from "./home.read.ts";

interface LeadProps {
  readonly chosen: Chosen;
  readonly until: string | undefined;
}

/** Which programme a page shows, and how fresh it is. */
export const Lead = ({ chosen: { programme }, until }: LeadProps) => {
  const age = until === undefined ? undefined : Math.max(0, Date.now() - Date.parse(until));
  return (
    <>
      Programme {programme.businessId} · {programme.timeZone}
      {age !== undefined && ` · until ${formatAge(age)} ago`}
    </>
  );
};

interface SegmentsProps {
  readonly name: string;
  readonly links: readonly (readonly [text: string, address: string, isChosen: boolean])[];
}

/** Links of which one is chosen. */
export const Segments = ({ name, links }: SegmentsProps) => (
  <nav class="seg" aria-label={name}>
    {links.map(([text, address, isChosen]) => (
      <a href={address} {...(isChosen && { "aria-current": "true" })}>
        {text}
      </a>
    ))}
  </nav>
);

interface ProgrammeChoiceProps {
  readonly programmes: readonly Programme[];
  readonly chosen: Programme;
  readonly addressOf: (businessId: string) => string;
}

/** Links to the other programmes, if there are any. */
export const ProgrammeChoice = ({ programmes, chosen, addressOf }: ProgrammeChoiceProps) =>
  programmes.length > 1 ? (
    <Segments
      name="Programme"
      links={programmes.map(({ businessId }) => [businessId, addressOf(businessId), businessId === chosen.businessId])}
    />
  ) : null;
