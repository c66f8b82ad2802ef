import type { Weighted } from "./random.ts";

/** Code, address, and the weight by which sales choose the store. */
const places = [
  ["BER1", "Torstrasse 140", "Berlin", "Berlin", "DE", "10119", 10],
  ["HAM1", "Osterstrasse 90", "Hamburg", "Hamburg", "DE", "20259", 7],
  ["MUC1", "Sendlinger Strasse 22", "Munich", "Bavaria", "DE", "80331", 8],
  ["VIE1", "Mariahilfer Strasse 71", "Vienna", "Vienna", "AT", "1060", 6],
  ["AMS1", "Kinkerstraat 104", "Amsterdam", "North Holland", "NL", "1053", 5],
  ["PRG1", "Vinohradska 48", "Prague", "Prague", "CZ", "120 00", 3],
  ["ZRH1", "Langstrasse 120", "Zurich", "Zurich", "CH", "8004", 3],
] as const;

const notParticipating = "PRG1";
/** Sells from the morning on, but is registered in the afternoon only. */
const late = "ZRH1";

export type DemoStore = ReturnType<typeof makeStores>[number];

/** A handful of stores; one does not take part, one is registered late. Codes carry the run's prefix. */
export function makeStores(prefix: string) {
  return places.map(([code, Street, City, StateProvince, Country, PostalCode, weight]) => {
    const tills = 2 + Math.ceil(weight / 2);
    const content = {
      Origin: "API",
      StoreCode: `${prefix}-${code}`,
      Name: `Corner Market ${City}`,
      Description: `Open from 7 to 21, ${tills} tills`,
      IsParticipating: code !== notParticipating,
      Address: { Street, City, StateProvince, Country, PostalCode },
    };
    return { content, key: content.StoreCode, isLate: code === late, tills, weight };
  });
}

interface Category extends Weighted {
  readonly name: string;
  readonly brand: string;
  readonly isByWeight?: true;
  readonly isExcluded?: true;
  /** The tills sell these products, but the service does not know them. */
  readonly isUnregistered?: true;
  /** Names, and prices in cents for one piece or a kilogram. */
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

export type DemoProduct = ReturnType<typeof makeProducts>[number];

/** Forty products of nine categories; some earn nothing, some are sold without being registered. */
export function makeProducts(prefix: string) {
  return categories.flatMap((category, index) =>
    Object.entries(category.items).map(([Name, priceCents], item) => {
      const content = {
        Origin: "API",
        ProductCode: `${prefix}-${index + 1}${String(item + 1).padStart(2, "0")}`,
        Name,
        Description: category.isByWeight ? "Sold by weight" : "Sold by the piece",
        Brand: category.brand,
        Category: category.name,
        Incentivizable: category.isExcluded !== true,
      };
      const isRegistered = category.isUnregistered !== true;
      return { ...category, content, key: content.ProductCode, priceCents, isRegistered };
    }),
  );
}

export type DemoReward = ReturnType<typeof makeRewards>["coffee"];

/** Rewards with a cost in whole points, and a stock. */
export function makeRewards(prefix: string) {
  const make = (code: string, Name: string, cost: number, stock: number, daysAvailable: number) => ({
    content: {
      Origin: "API",
      ExternalID: `${prefix}-${code}`,
      Name,
      RewardType: "stock_control",
      RewardCost: String(cost),
      DaysAvailable: String(daysAvailable),
    },
    key: `${prefix}-${code}`,
    cost,
    stock,
  });
  return {
    coffee: make("COFFEE", "Coffee and cake", 40, 500, 30),
    tote: make("TOTE", "Canvas tote bag", 90, 80, 60),
    cinema: make("CINEMA", "Cinema ticket", 120, 100, 90),
    // More members want it than there are.
    hamper: make("HAMPER", "Breakfast hamper", 150, 3, 14),
  };
}
