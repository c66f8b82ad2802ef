import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { App } from "@rewards/lab/process";
import { type Subject, subjects } from "./subject.ts";

/** Another built checkout of the product: its processes, on its schema. */
export interface Checkout {
  readonly subject: Subject;
  /** Makes a template database with its schema and the shop. */
  openTemplate(serverUrl: string, name: string, members: number): Promise<void>;
  /** @throws if any invariant of the books is broken, by its checks. */
  expectBooksOk(databaseUrl: string): Promise<void>;
}

type OpenTemplate = (serverUrl: string, name: string, fill: (url: string) => Promise<void>) => Promise<void>;

/** @throws if the folder has no built checkout. */
export async function openCheckout(folder: string): Promise<Checkout> {
  // The modules of a build before this one: only what is used here must be as it is in this checkout.
  const load = async (file: string) => import(pathToFileURL(resolve(folder, file)).href);
  const { openTemplate } = (await load("tools/lab/dist/database.js")) as { openTemplate: OpenTemplate };
  const { openShop } = (await load("tools/bench/dist/subject/shop.js")) as typeof import("./shop.ts");
  const { expectBooksOk } = (await load(
    "tools/bench/dist/measure/database.js",
  )) as typeof import("../measure/database.ts");
  // Earlier releases have no bundles.
  const build = existsSync(resolve(folder, "apps/api/bundle")) ? "bundle" : "dist";
  const script = (app: App) => resolve(folder, `apps/${app}/${build}/main.js`);
  return {
    subject: { ...subjects.product, label: folder, api: script("api"), worker: script("worker") },
    openTemplate: (serverUrl, name, members) => openTemplate(serverUrl, name, (url) => openShop(url, members)),
    expectBooksOk,
  };
}
