import { type RuleField, ruleFields, ruleSections } from "./rule.fields.ts";
import { inputsOf } from "./rule.form.ts";

const textLengthMax = 255;

/** The fields of a rule, in sections. Those that say nothing yet are closed, but for the first two. */
export const RuleInputs = ({ input }: { readonly input: URLSearchParams }) =>
  ruleSections.map((section, index) => {
    const fields = Object.entries(ruleFields).filter(([, field]) => field.section === section);
    const isUsed = fields.some(([place]) => [place, `${place}.from`].some((name) => input.get(name)));
    return (
      <details class="part" open={index < 2 || isUsed}>
        <summary>{section}</summary>
        <div class="inputs">
          {fields.map(([place, field]) => (
            <Input place={place} field={field} input={input} />
          ))}
        </div>
      </details>
    );
  });

interface InputProps<Field extends RuleField = RuleField> {
  readonly place: string;
  readonly field: Field;
  readonly input: URLSearchParams;
}

const Input = (props: InputProps) => {
  const { place, field } = props;
  const { label, note, kind } = field;
  if (field.kind === "choices") return <Boxes place={place} field={field} input={props.input} />;
  return (
    <div class="field">
      <label for={kind === "one" ? inputsOf.one(place).amount : kind === "times" ? inputsOf.times(place).from : place}>
        {label}
      </label>
      <Control {...props} />
      {note !== undefined && (
        <p class="note" id={`${place}-note`}>
          {note}
        </p>
      )}
    </div>
  );
};

type OfKind<Kind extends RuleField["kind"]> = Extract<RuleField, { readonly kind: Kind }>;

const Control = ({ place, field, input }: InputProps) => {
  const { note, example } = field;
  const value = input.get(place) ?? "";
  const described = note !== undefined && { "aria-describedby": `${place}-note` };
  if (field.kind === "one") return <OneOf place={place} field={field} input={input} />;
  if (field.kind === "times") return <Times place={place} field={field} input={input} />;
  if (field.kind === "choice")
    return <Select name={place} options={field.options.map((one) => [one, one])} chosen={value} />;
  if (field.kind === "list")
    return (
      <textarea id={place} name={place} rows={3} spellcheck={false} {...described}>
        {input.getAll(place).join("\n")}
      </textarea>
    );
  if (field.kind === "instant")
    // A browser refuses seconds that it was not told of.
    return (
      <input
        id={place}
        name={place}
        type="datetime-local"
        value={value}
        {...(value.length > 16 && { step: 1 })}
        {...described}
      />
    );
  return <Text name={place} value={value} isNumber={field.kind !== "text"} example={example} />;
};

interface TextProps {
  readonly name: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly example?: string | undefined;
  readonly label?: string;
  readonly required?: boolean | undefined;
}

const Text = ({ name, value, isNumber = false, example, label, required }: TextProps) => (
  <input
    id={name}
    name={name}
    type="text"
    value={value}
    maxlength={textLengthMax}
    autocomplete="off"
    required={required}
    {...(isNumber && { inputmode: "decimal" })}
    {...(example !== undefined && { placeholder: example })}
    {...(label !== undefined && { "aria-label": label })}
  />
);

interface SelectProps {
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: string;
  readonly label?: string;
  readonly isRequired?: boolean | undefined;
}

const Select = ({ name, options, chosen, label, isRequired = false }: SelectProps) => (
  <select id={name} name={name} {...(label !== undefined && { "aria-label": label })}>
    {!isRequired && <option value="">–</option>}
    {options.map(([value, text]) => (
      <option value={value} selected={value === chosen}>
        {text}
      </option>
    ))}
  </select>
);

/** `2`, `times the points` */
const OneOf = ({ place, field: { label, of, isRequired }, input }: InputProps<OfKind<"one">>) => {
  const { kind, amount } = inputsOf.one(place);
  return (
    <div class="pair">
      <Text name={amount} value={input.get(amount) ?? ""} isNumber required={isRequired} />
      <Select
        name={kind}
        options={Object.entries(of)}
        chosen={input.get(kind) ?? ""}
        label={`${label}: what`}
        isRequired={isRequired}
      />
    </div>
  );
};

const Times = ({ place, field: { label }, input }: InputProps) => {
  const { from, to } = inputsOf.times(place);
  return (
    <div class="pair">
      <Text name={from} value={input.get(from) ?? ""} example="16:00" />
      <Text name={to} value={input.get(to) ?? ""} example="18:00" label={`${label}, to`} />
    </div>
  );
};

const Boxes = ({ place, field: { label, options }, input }: InputProps<OfKind<"choice" | "choices">>) => (
  <fieldset class="boxes">
    <legend>{label}</legend>
    {options.map((option) => (
      <label class="box">
        <input type="checkbox" name={place} value={option} checked={input.getAll(place).includes(option)} />
        {option}
      </label>
    ))}
  </fieldset>
);
