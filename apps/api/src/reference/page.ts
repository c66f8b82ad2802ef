import { type Ask, fillSamples } from "./samples.ts";

interface Loaded {
  readonly url: string;
  text: string;
}

/** Of Swagger UI's own script, which the page loads before this one. */
declare const SwaggerUIBundle: (options: object) => void;

const documentPath = "/openapi.json";

const ask: Ask = async (path, body) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
};

let isShown = false;

/** The first answer is the document that the page shows; those of calls that a person tries stay as they came. */
async function fillFirst(answer: Loaded): Promise<Loaded> {
  if (isShown || !answer.url.endsWith(documentPath)) return answer;
  isShown = true;
  // A service that does not answer is shown all the same, with the examples as they are.
  answer.text = await fillSamples(answer.text, Date.now().toString(36), ask).catch(() => answer.text);
  return answer;
}

SwaggerUIBundle({
  url: documentPath,
  dom_id: "#reference",
  // It would send the document elsewhere.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  responseInterceptor: fillFirst,
});
