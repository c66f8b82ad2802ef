import type { Weighted } from "./random.ts";

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
