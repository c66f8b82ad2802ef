import { formatId, store } from "@rewards/domain";
import type { StoreTotals } from "@rewards/operations";
import { RecordLink } from "../record/record.facts.tsx";
import { formatWhole } from "./home.tiles.tsx";

export const storesShownMax = 6;
const formatMoney = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** The stores whose sales gave the most points, with what they sold. */
export const Stores = ({ stores }: { readonly stores: readonly StoreTotals[] }) => {
  const most = Math.max(...stores.map(({ points }) => Number(points)));
  return (
    <section class="card" aria-labelledby="stores">
      <h2 id="stores">Top stores by points issued</h2>
      {stores.length === 0 && <p class="note">No store gave points in this period.</p>}
      <ol class="ranks">
        {stores.map(({ id, name, code, points, money, sales }) => (
          <li title={`${formatWhole(sales)} sales of ${formatMoney.format(Number(money))} in all`}>
            {id === null ? (
              <span>{code}</span>
            ) : (
              <RecordLink id={formatId(store.idPrefix, id)}>{name || code}</RecordLink>
            )}
            <span class="number">{formatWhole(Number(points))}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect
                class="accent"
                width={most > 0 ? Math.max(0, (Number(points) / most) * 100).toFixed(1) : "0"}
                height="6"
              />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
};
