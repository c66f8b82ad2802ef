import { FormToken } from "../page/form-token.tsx";
import { formIdField, makeFormId } from "./action.once.ts";
import type { Question } from "./action.ts";

interface QuestionFormProps {
  readonly question: Question;
  readonly path: string;
  readonly input: URLSearchParams;
  /** The token that the form is bound to. */
  readonly token: string;
  /** Why the attempt before failed. */
  readonly problem: string | undefined;
}

/** The form with which an operator confirms an action. */
export const QuestionForm = ({ question, path, input, token, problem }: QuestionFormProps) => (
  <form method="post" action={path} class="card question">
    {problem !== undefined && (
      <p id="problem" role="alert" class="problem">
        {problem}
      </p>
    )}
    <FormToken token={token} />
    <input type="hidden" name={formIdField} value={makeFormId()} />
    {question.kept.flatMap((name) =>
      input.getAll(name).map((value) => <input type="hidden" name={name} value={value} />),
    )}
    {question.body}
    <p class="buttons">
      <button type="submit">{question.button}</button>
      <a class="button quiet" href={question.back}>
        Cancel
      </a>
    </p>
  </form>
);
