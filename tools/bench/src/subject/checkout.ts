import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { App } from "@rewards/lab/process";
import { subjects } from "./subject.ts";

/** Another built checkout of the product: its processes, on its schema. */
export type Checkout = Awaited<ReturnType<typeof openCheckout>>;

/**
 * The modules of another build: what is used here must be as it is in this checkout.
 * @throws if the folder has no built checkout.
 */
export async function openCheckout(folder: string) {
  const load = async <Module>(file: string) =>
    (await import(pathToFileURL(resolve(folder, `tools/${file}`)).href)) as Module;
  const { openTemplate } = await load<typeof import("@rewards/lab/database")>("lab/dist/database.js");
  const { openShop } = await load<typeof import("./shop.ts")>("bench/dist/subject/shop.js");
  const { expectBooksOk } = await load<typeof import("../measure/database.ts")>("bench/dist/measure/database.js");
  const script = (app: App) => resolve(folder, `apps/${app}/bundle/main.js`);
  return {
    subject: { ...subjects.product, label: folder, api: script("api"), worker: script("worker") },
    openTemplate: (serverUrl: string, name: string, members: number) =>
      openTemplate(serverUrl, name, (url) => openShop(url, members)),
    expectBooksOk,
  };
}
