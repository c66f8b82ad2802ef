import { type Ask, fillSamples } from "./samples.ts";

interface Loaded {
  readonly url: string;
  text: string;
}

/** Defined by Swagger UI's script, which the page loads before this one. */
declare const SwaggerUIBundle: (options: object) => void;

const documentPath = "/openapi.json";

const ask: Ask = async (path, body) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
};

let isShown = false;

/** The first response is the document that the page shows. Responses to calls that a user tries stay unchanged. */
async function fillFirst(answer: Loaded): Promise<Loaded> {
  if (isShown || !answer.url.endsWith(documentPath)) return answer;
  isShown = true;
  // If the service does not answer, the page shows the document with its examples unchanged.
  answer.text = await fillSamples(answer.text, Date.now().toString(36).toUpperCase(), ask).catch(() => answer.text);
  return answer;
}

SwaggerUIBundle({
  url: documentPath,
  dom_id: "#reference",
  // A validator would send the document to another server.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  responseInterceptor: fillFirst,
});
