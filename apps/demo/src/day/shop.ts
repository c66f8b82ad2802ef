import type { Weighted } from "./random.ts";

export interface DemoStore extends Weighted {
  readonly code: string;
  readonly name: string;
  readonly address: {
    readonly Street: string;
    readonly City: string;
    readonly StateProvince: string;
    readonly Country: string;
    readonly PostalCode: string;
  };
  readonly isParticipating: boolean;
  /** Sells from the morning on, but is registered in the afternoon only. */
  readonly isLate: boolean;
  readonly tills: number;
}

type StoreRow = readonly [code: string, street: string, city: string, state: string, country: string, postal: string];

const places: readonly StoreRow[] = [
  ["BER1", "Torstrasse 140", "Berlin", "Berlin", "DE", "10119"],
  ["HAM1", "Osterstrasse 90", "Hamburg", "Hamburg", "DE", "20259"],
  ["MUC1", "Sendlinger Strasse 22", "Munich", "Bavaria", "DE", "80331"],
  ["VIE1", "Mariahilfer Strasse 71", "Vienna", "Vienna", "AT", "1060"],
  ["AMS1", "Kinkerstraat 104", "Amsterdam", "North Holland", "NL", "1053"],
  ["PRG1", "Vinohradska 48", "Prague", "Prague", "CZ", "120 00"],
  ["ZRH1", "Langstrasse 120", "Zurich", "Zurich", "CH", "8004"],
];

const weights = [10, 7, 8, 6, 5, 3, 3] as const;
const notParticipating = "PRG1";
const late = "ZRH1";

/** A handful of stores; one does not take part, one is registered late. Codes carry the run's prefix. */
export function makeStores(prefix: string): DemoStore[] {
  return places.map(([code, Street, City, StateProvince, Country, PostalCode], index) => ({
    code: `${prefix}-${code}`,
    name: `Corner Market ${City}`,
    address: { Street, City, StateProvince, Country, PostalCode },
    isParticipating: code !== notParticipating,
    isLate: code === late,
    weight: weights[index] ?? 1,
    tills: 2 + Math.ceil((weights[index] ?? 1) / 2),
  }));
}
