import type { components, paths } from "./index";

type Answer =
  paths["/dx/api/application/v2/data_views/StoreList"]["post"]["responses"]["200"]["content"]["application/json"];

export function cityOf({ data }: Answer): string | undefined {
  return data[0]?.Address?.City;
}

export function codeOf(error: components["schemas"]["Error"]): string | undefined {
  return error.errorDetails[0]?.message;
}
