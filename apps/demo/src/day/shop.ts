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

export interface DemoProduct extends Weighted {
  readonly code: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  /** For one piece, or for a kilogram. */
  readonly priceCents: number;
  readonly isByWeight: boolean;
  readonly isIncentivizable: boolean;
  /** False: the tills sell it, but it is not registered with the service. */
  readonly isRegistered: boolean;
}

interface Category {
  readonly name: string;
  readonly brand: string;
  readonly weight: number;
  readonly isByWeight?: true;
  readonly isExcluded?: true;
  readonly isUnregistered?: true;
  /** Name and price in cents. */
  readonly items: Readonly<Record<string, number>>;
}

const categories: readonly Category[] = [
  {
    name: "Bakery",
    brand: "Mill & Oven",
    weight: 6,
    items: { "Rye bread": 349, "Butter croissant": 139, Pretzel: 89, "Cinnamon roll": 199, "Spelt baguette": 229 },
  },
  {
    name: "Fruit and vegetables",
    brand: "",
    weight: 6,
    isByWeight: true,
    items: { Apples: 299, Bananas: 189, Tomatoes: 379, Potatoes: 149, Grapes: 449, Carrots: 129 },
  },
  {
    name: "Dairy",
    brand: "Alpgold",
    weight: 5,
    items: { "Whole milk": 135, "Plain yoghurt": 89, "Mountain cheese": 549, Butter: 259, "Free-range eggs": 369 },
  },
  {
    name: "Pantry",
    brand: "Corner Basics",
    weight: 4,
    items: {
      Spaghetti: 129,
      "Olive oil": 899,
      "Basmati rice": 279,
      "Tomato sauce": 199,
      "Filter coffee": 749,
      Honey: 529,
    },
  },
  {
    name: "Drinks",
    brand: "Spring",
    weight: 4,
    items: { "Mineral water": 79, "Apple juice": 219, "Pale ale": 189, "Red wine": 799, "Green tea": 319 },
  },
  {
    name: "Household",
    brand: "Clear Day",
    weight: 2,
    items: { "Dish soap": 245, "Laundry powder": 1099, "Kitchen roll": 329, "Light bulb": 599, Toothpaste: 219 },
  },
  {
    name: "Kitchenware",
    brand: "Hearth",
    weight: 1,
    items: { "Cast-iron pan": 4990, "Chef's knife": 3450 },
  },
  {
    name: "Not incentivizable",
    brand: "",
    weight: 2,
    isExcluded: true,
    items: { "Gift card 25": 2500, Cigarettes: 890, "Deposit bottle crate": 330 },
  },
  {
    name: "New on the shelf",
    brand: "Fresh Start",
    weight: 1,
    isUnregistered: true,
    items: { "Oat drink": 199, "Vegan spread": 289, Kombucha: 349 },
  },
];

/** Forty products of nine categories; some earn nothing, some are sold without being registered. */
export function makeProducts(prefix: string): DemoProduct[] {
  return categories.flatMap((category, index) =>
    Object.entries(category.items).map(([name, priceCents], item) => ({
      code: `${prefix}-${index + 1}${String(item + 1).padStart(2, "0")}`,
      name,
      brand: category.brand,
      category: category.name,
      priceCents,
      isByWeight: category.isByWeight === true,
      isIncentivizable: category.isExcluded !== true,
      isRegistered: category.isUnregistered !== true,
      weight: category.weight,
    })),
  );
}

export interface DemoReward {
  readonly externalId: string;
  readonly name: string;
  /** Whole points. */
  readonly cost: number;
  readonly stock: number;
  readonly daysAvailable: number;
}

export interface DemoRewards {
  readonly coffee: DemoReward;
  readonly tote: DemoReward;
  readonly cinema: DemoReward;
  /** More members want it than there are. */
  readonly hamper: DemoReward;
}

export function makeRewards(prefix: string): DemoRewards {
  const make = (code: string, name: string, cost: number, stock: number, daysAvailable: number): DemoReward => ({
    externalId: `${prefix}-${code}`,
    name,
    cost,
    stock,
    daysAvailable,
  });
  return {
    coffee: make("COFFEE", "Coffee and cake", 40, 500, 30),
    tote: make("TOTE", "Canvas tote bag", 90, 80, 60),
    cinema: make("CINEMA", "Cinema ticket", 120, 100, 90),
    hamper: make("HAMPER", "Breakfast hamper", 150, 3, 14),
  };
}
