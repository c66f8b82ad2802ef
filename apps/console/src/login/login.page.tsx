import { FormToken } from "../page/elements.tsx";
import { Layout } from "../page/layout.tsx";

interface LoginPageProps {
  /** The token that the form is bound to. */
  readonly token: string;
  /** Why the attempt before failed. */
  readonly problem?: string | undefined;
}

interface PasswordPageProps extends LoginPageProps {
  readonly name?: string;
  /** The host of the identity provider, if there is one. */
  readonly provider: string | undefined;
}

/** Asks for name and password, and has a button for the identity provider if there is one. */
export const PasswordPage = ({ token, problem, name = "", provider }: PasswordPageProps) => (
  <Layout title="Log in" isProblem={problem !== undefined}>
    <form method="post" action="/login" class="card">
      <Problem text={problem} />
      <FormToken token={token} />
      <label for="name">Name</label>
      <input
        id="name"
        name="name"
        value={name}
        required
        maxlength={64}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        autofocus={name === ""}
      />
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        required
        maxlength={512}
        autocomplete="current-password"
        autofocus={name !== ""}
        {...describedBy(problem)}
      />
      <button type="submit">Log in</button>
    </form>
    {provider !== undefined && (
      <form method="post" action="/login/provider" class="aside">
        <FormToken token={token} />
        <button type="submit" class="quiet">
          Log in with {provider}
        </button>
      </form>
    )}
  </Layout>
);

/** Links to the identity provider, for browsers that do not follow the redirect. */
export const ProviderPage = ({ provider, url }: { readonly provider: string; readonly url: string }) => (
  <Layout title="Log in">
    <p class="card">
      You log in at <a href={url}>{provider}</a> and come back here.
    </p>
  </Layout>
);

/** Asks for a one-time code, after the right password. */
export const CodePage = ({ token, problem }: LoginPageProps) => (
  <Layout title="One-time code" isProblem={problem !== undefined}>
    <form method="post" action="/login/code" class="card">
      <Problem text={problem} />
      <FormToken token={token} />
      <label for="code">Code of six digits, from your authenticator app</label>
      <input
        id="code"
        name="code"
        required
        inputmode="numeric"
        pattern="[0-9 ]*"
        maxlength={10}
        autocomplete="one-time-code"
        autofocus
        {...describedBy(problem)}
      />
      <button type="submit">Continue</button>
    </form>
    <form method="post" action="/logout" class="aside">
      <FormToken token={token} />
      <button type="submit" class="quiet">
        Log in as somebody else
      </button>
    </form>
  </Layout>
);

const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p id="problem" role="alert" class="problem">
      {text}
    </p>
  );

const describedBy = (problem: string | undefined) =>
  problem === undefined ? {} : { "aria-describedby": "problem", "aria-invalid": "true" };
