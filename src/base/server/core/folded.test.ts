import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeSearch, searchPattern } from '#base/shared/normalize-search.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A text and its normalized form; letters with composed and decomposed accents. */
const pairs: readonly [written: string, searched: string][] = [
  ['Tomás', 'tomas'],
  ['Toma\u0301s', 'tomas'],
  ['Müller', 'muller'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Ærø Œuvre', 'aero oeuvre'],
  ['Þórður', 'thordur'],
  ['İstanbul', 'istanbul'],
  ['DİYARBAKIR', 'diyarbakir'],
  ['Diyarbakır', 'diyarbakir'],
  ['Nguyễn Văn Đức', 'nguyen van duc'],
  ['Phường Ơ Ư', 'phuong o u'],
  ['أحمد إبراهيم آل', 'احمد ابراهيم ال'],
  ['ٱلرحمٰن', 'الرحمن'],
  ['محـــمد', 'محمد'],
  ['مُحَمَّد', 'محمد'],
  ['فاطمة', 'فاطمه'],
  ['مصطفى', 'مصطفي'],
  ['مؤيد هيئة', 'مويد هييه'],
  ['علی رضا کریمی', 'علي رضا كريمي'],
  ['٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
  ['שָׁלוֹם', 'שלום'],
  ['Ёлка Йод', 'елка иод'],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Ďurčo Škvorecký', 'durco skvorecky'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
  ['ﬁnance', 'finance'],
  ['O’Brien', "o'brien"],
  ['soft\u00adhyphen\u200b', 'softhyphen'],
  ['क़लम', 'कलम'],
  ['हिन्दी', 'हिन्दी'],
  ['がんばる', 'がんばる'],
  ['김민수', '김민수'],
  ['น้ำ', 'น้ํา'],
  ['😀 ok', '😀 ok'],
];

test.each(pairs)('%s is searched as %s, by the database and by the browser', async (written, searched) => {
  const [row] = await world.sql.query<{ found: string }>('select private.folded($1) as found', [written]);
  expect(normalizeSearch(written)).toBe(searched);
  expect(row?.found).toBe(searched);
});

test('every letter of the scripts of our twenty languages is folded alike by both', async () => {
  const ranges: [number, number][] = [
    [0x20, 0x24f],
    [0x250, 0x6ff],
    [0x900, 0x9ff],
    [0xe00, 0xe7f],
    [0x1e00, 0x1fff],
    [0x2000, 0x206f],
    [0x3040, 0x30ff],
    [0xac00, 0xacff],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfeff],
    [0xff01, 0xff9f],
  ];
  const characters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, step) => `a${String.fromCodePoint(from + step)}b`),
  );
  const rows = await world.sql.query<{ written: string; found: string }>(
    'select written, private.folded(written) as found from unnest($1::text[]) written',
    [characters],
  );
  expect(rows).toHaveLength(characters.length);
  expect(rows.filter(({ written, found }) => normalizeSearch(written) !== found)).toEqual([]);
});

test('what is folded stays so: a search may be folded as often as one likes', () => {
  for (const [, searched] of pairs) expect(normalizeSearch(searched)).toBe(searched);
});

test.each([
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  [' Ünal, "X" ', '%unal, "x"%'],
])('%s is looked for as it stands', (typed, pattern) => expect(searchPattern(typed)).toBe(pattern));
