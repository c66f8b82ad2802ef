import { type Damage, type FilledBooks, rechain } from "./damage.ts";

/** Entries that contradict the rules of their version, and running sums that contradict entries. */
export function ruleDamages({ drinker, beans, ruledSale, ruledReturn }: FilledBooks): Damage[] {
  const whole = rechain(drinker, beans);
  const ofDrinker = { member: drinker };
  const why = (source: string, from: string, to: string) =>
    `update ledger_entry set why = replace(why, '${from}', '${to}') where source_id = '${source}' and why like '%${from}%'`;
  const more = (source: string) =>
    `update ledger_entry set currency_awarded = currency_awarded + 1 where source_id = '${source}'`;
  const sum = (set: string) => `update tally set ${set} where member = '${drinker}' and key like 'CAPPED/%'`;
  const version = (from: string, to: string) =>
    `update earning_version set rules = replace(rules, '${from}', '${to}') where rules like '%${from}%'`;
  return [
    [
      "entry.rules",
      "a rule that gave a point more",
      [why(ruledSale, '"id":"COFFEE2","points":60', '"id":"COFFEE2","points":61'), more(ruledSale), whole],
      ofDrinker,
    ],
    [
      "entry.rules",
      "a rule that its version lacks",
      [why(ruledSale, '"id":"COFFEE2"', '"id":"TEA2"'), whole],
      ofDrinker,
    ],
    [
      "entry.rules",
      "lines that did not count",
      [why(ruledSale, '"id":"COFFEE2","points":60', '"id":"COFFEE2","lines":[1],"points":60'), whole],
      ofDrinker,
    ],
    [
      "entry.rules",
      "the loser of a group gave points too",
      [why(ruledSale, '"id":"BEST1","points":0', '"id":"BEST1","points":1'), more(ruledSale), whole],
      ofDrinker,
    ],
    ["entry.rules", "rules of another text", version('"multiplier":"2"', '"multiplier":"3"'), ofDrinker],
    [
      "entry.rules",
      "a rule for another store",
      version('"id":"COFFEE2","where":{', '"id":"COFFEE2","where":{"store":["nowhere"],'),
      ofDrinker,
    ],
    [
      "entry.rules",
      "a rule for another product",
      version('"id":"COFFEE2","where":{', '"id":"COFFEE2","where":{"product":["none"],'),
      ofDrinker,
    ],
    ["entry.rules", "a rule that began a second later", version("T03:04:05", "T03:04:06"), ofDrinker],
    [
      "entry.rules",
      "a rule that ended before",
      version('"id":"COFFEE2",', '"id":"COFFEE2","to":"2026-01-02T03:04:05",'),
      ofDrinker,
    ],
    ["entry.rules", "a rule of another day", version('"Fri"', '"Thu"'), ofDrinker],
    ["entry.rules", "a rule of other hours", version('"03:05"', '"03:04"'), ofDrinker],
    [
      "entry.rules",
      "rules that do not count for late sales",
      "update earning_version set late_days = 1 where rules like '%COFFEE2%'",
      ofDrinker,
    ],
    ["entry.rules", "a sum of another week", [why(ruledSale, "2026-W01", "2026-W02"), whole], ofDrinker],
    [
      "programme.rules",
      "a rule that its programme has otherwise",
      `update earning_rule set rule = replace(rule, '"8"', '"9"') where rule_id = 'CAPPED'`,
      {},
    ],
    ["programme.rules", "a rule that no record has", "delete from earning_rule where rule_id = 'CARD'", {}],
    ["tally.chain", "a sum raised by 1", sum("value = value + 1"), ofDrinker],
    ["tally.chain", "a sum that was deleted", `delete from tally where member = '${drinker}'`, ofDrinker],
    [
      "tally.chain",
      "an entry that names another sum before it",
      [why(ruledReturn, '"before":5', '"before":6'), whole],
      ofDrinker,
    ],
    [
      "tally.worth",
      "a capped rule that gave a point more",
      [why(ruledSale, '"id":"CAPPED","points":8', '"id":"CAPPED","points":9'), more(ruledSale), whole],
      ofDrinker,
    ],
    [
      "return.worth",
      "a return that took less of a rule",
      [why(ruledReturn, '{"id":"COFFEE2","points":-30}', '{"id":"COFFEE2","points":-29}'), whole],
      {},
    ],
  ];
}

/** Times in segments that contradict one another, or an entry. */
export function segmentDamages({ fan }: FilledBooks): Damage[] {
  const ofFan = { member: fan };
  const times = (set: string, which: string) =>
    `update segment_member set ${set} where member = '${fan}' and until is ${which}`;
  const left = `delete from segment_member where member = '${fan}' and until is null`;
  return [
    ["segment.times", "times that overlap", times("since = since - interval '1 hour'", "null"), ofFan],
    ["segment.times", "a time that ends before it begins", times("until = since - interval '1 ms'", "not null"), ofFan],
    ["entry.rules", "a buyer who came into the segment later", times("since = until", "not null"), ofFan],
    [
      "entry.rules",
      "a buyer whose segment was inactive",
      "update segment set status = 'Resolved-Inactive', update_date_time = update_date_time - interval '2 hours' where name = 'Fans'",
      ofFan,
    ],
    [
      "entry.rules",
      "a buyer who had left the segment",
      [left, times("since = since - interval '2 hours', until = until - interval '2 hours'", "not null")],
      ofFan,
    ],
  ];
}
