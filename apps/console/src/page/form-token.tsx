import { formTokenField, formTokenOf } from "../session/session.cookie.ts";

/** Binds a form to the browser that it is made for; see checkFormToken. */
export const FormToken = ({ token }: { readonly token: string }) => (
  <input type="hidden" name={formTokenField} value={formTokenOf(token)} />
);
