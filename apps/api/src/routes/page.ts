import { createHash } from "node:crypto";
import { applicationName } from "@rewards/domain";
import { html, raw } from "hono/html";

const style = `:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#f6f7f9, #14171c); color: light-dark(#1a1f27, #e6e9ee); font: 1rem/1.5 system-ui, sans-serif; }
nav, main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 0; }
main { padding-bottom: 3rem; }
nav a { margin-right: 1rem; }
p, ul, ol, dl { max-width: 44rem; }
h1 { margin: 0 0 0.5rem; line-height: 1.2; }
dl { margin: 1.5rem 0 0; }
dt { padding-top: 1rem; border-top: 1px solid light-dark(#c9d0da, #3a424e); font-weight: 600; }
dd { margin: 0.25rem 0 1rem; }
p, li, dt, dd { overflow-wrap: anywhere; }
a { color: light-dark(#1a56b0, #8ab4f8); }
.wide { overflow-x: auto; }
pre { padding: 0.75rem; border: 1px solid light-dark(#c9d0da, #3a424e); font-size: 0.875rem; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid light-dark(#c9d0da, #3a424e); text-align: left; vertical-align: top; }
:focus-visible { outline: 3px solid light-dark(#1a56b0, #8ab4f8); outline-offset: 2px; }
`;

/** For pages: they load nothing but their icon, and run no script. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

type Html = ReturnType<typeof html>;

/** A page with the look that all have. */
export const pageOf = (title: string, content: Html) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/reference/icon.png">
    <style>${raw(style)}</style>
  </head>
  <body>
${content}
  </body>
</html>
`;

export const apiTitle = `${applicationName} API`;
