export const campaignProgramme = "DEMO-CAMPAIGNS";
/** A store that all runs of the demo share, because a rule names its code. */
export const openingStore = "DEMO-LEJ1";
/** The segment of members whose birthday is this month. Each run creates a segment of this name. */
export const birthdays = "Demo birthdays";

const inMarch = { from: "2026-03-01T00:00", to: "2026-04-01T00:00" };
const inApril = { from: "2026-04-01T00:00", to: "2026-05-01T00:00" };
/** For rules that ask for a day or an hour, so that a receipt of now earns the same at any time. */
const inSpring = { from: "2026-03-01T00:00", to: "2026-06-01T00:00" };

/** A programme with campaigns, as a programme file has it. */
export const campaigns = {
  businessId: campaignProgramme,
  name: "Demo campaigns",
  description: "Campaigns of a market, from double points to a stamp card.",
  currencies: [{ name: "Points" }],
  tiers: {
    ...{ period: "year", counts: "base" },
    levels: [
      { name: "Silver", from: "80" },
      { name: "Gold", from: "500" },
    ],
  },
  earning: {
    rules: [
      {
        ...{ id: "BAKERY2", name: "Double points on bakery" },
        ...{ where: { category: ["Bakery"] }, gives: { multiplier: "2" } },
      },
      {
        ...{ id: "HAPPY", name: "Happy hour", ...inSpring },
        ...{ where: { day: ["Mon", "Tue", "Wed", "Thu", "Fri"], time: ["16:00", "18:00"] }, gives: { bonus: "5" } },
      },
      {
        ...{ id: "WEEKEND", name: "Double points at the weekend", ...inSpring },
        ...{ where: { day: ["Sat", "Sun"] }, gives: { multiplier: "2" }, cap: { points: "50", per: "day" } },
      },
      {
        ...{ id: "FIRST100", name: "The first 100 euro of March doubled", ...inMarch },
        ...{ gives: { multiplier: "2" }, cap: { points: "100", per: "campaign" } },
      },
      {
        ...{ id: "ALPGOLD", name: "A bonus for each Alpgold" },
        ...{ where: { brand: ["Alpgold"] }, gives: { perQuantity: "3" } },
      },
      {
        ...{ id: "ONLINE10", name: "A bonus of the online shop" },
        ...{ where: { channel: ["ONLINE"] }, minimumSpend: "20", gives: { bonus: "10" } },
      },
      {
        ...{ id: "SPRING", name: "Half as many again in April", ...inApril },
        ...{ gives: { multiplier: "1.5" }, group: "SEASON" },
      },
      {
        ...{ id: "BASKET", name: "Large baskets in April", ...inApril },
        ...{ minimumSpend: "50", gives: { bonus: "30" }, group: "SEASON" },
      },
      {
        ...{ id: "OPENING", name: "The opening of Leipzig", from: "2026-05-01T00:00", to: "2026-05-15T00:00" },
        ...{ where: { store: [openingStore] }, gives: { rate: "0.5" } },
      },
      {
        ...{ id: "CARD", name: "A stamp card for drinks", where: { category: ["Drinks"] } },
        ...{ gives: { bonus: "50" }, every: { quantity: "10", per: "campaign" } },
      },
      {
        ...{ id: "BIRTHDAY", name: "Double points in the month of birth" },
        ...{ where: { segment: [birthdays] }, gives: { multiplier: "2" } },
      },
      {
        ...{ id: "SILVER2", name: "Double points for Silver and Gold" },
        ...{ where: { tier: ["Silver", "Gold"] }, gives: { multiplier: "2" } },
      },
    ],
  },
};
