import { allRights, isGranted, type Rights } from "@rewards/domain";

export const rightsField = "rights";

const familyOf = (right: string) => right.slice(0, right.indexOf(":"));

/** The rights that the viewer may give away, by the part before the colon. */
function familiesOf(rights: Rights): Map<string, string[]> {
  const families = new Map<string, string[]>();
  for (const right of allRights) {
    if (!isGranted(rights, right)) continue;
    const family = familyOf(right);
    families.set(family, [...(families.get(family) ?? []), right]);
  }
  return families;
}

/** Boxes for the rights of a client: all of a kind, or one by one. */
export const RightsChoice = ({ rights, chosen }: { readonly rights: Rights; readonly chosen: readonly string[] }) => (
  <fieldset class="rights">
    <legend>Rights</legend>
    {[...familiesOf(rights)].map(([family, own]) => {
      const total = allRights.filter((right) => familyOf(right) === family).length;
      const isOpen = own.some((right) => chosen.includes(right));
      return (
        <div>
          {own.length === total && <Box right={`${family}:*`} label={`${family}: all`} chosen={chosen} />}
          <details open={isOpen}>
            <summary>{`${family}: one by one`}</summary>
            {own.map((right) => (
              <Box right={right} label={right} chosen={chosen} />
            ))}
          </details>
        </div>
      );
    })}
  </fieldset>
);

const Box = ({
  right,
  label,
  chosen,
}: {
  readonly right: string;
  readonly label: string;
  readonly chosen: readonly string[];
}) => (
  <label class="box">
    <input type="checkbox" name={rightsField} value={right} checked={chosen.includes(right)} /> {label}
  </label>
);
