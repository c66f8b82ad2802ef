interface ChoiceProps {
  /** The name of the field, and the ID of its element. */
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: string | null | undefined;
  /** The text of the empty value; without it a value must be chosen. */
  readonly all?: string;
}

/** A field whose value is one of a list. */
export const Choice = ({ name, label, values, chosen, all }: ChoiceProps) => (
  <>
    <label for={name}>{label}</label>
    <select id={name} name={name} required={all === undefined}>
      {all !== undefined && <option value="">{all}</option>}
      {values.map((value) => (
        <option value={value} selected={value === chosen}>
          {value}
        </option>
      ))}
    </select>
  </>
);
