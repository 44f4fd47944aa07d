import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.tax_registrations where account_id = $1', [world.demo]);
  await world.sql.query('delete from public.tax_rates where account_id = $1', [world.demo]);
});
afterAll(() => world.close());

/** `DE` is a registration in a country, `US-NY` in a state, `OSS` for the one-stop shop in the seller's country. */
type Seller = { country: string; registrations: string[]; isAbove?: boolean; collects?: boolean };

const german: Seller = { country: 'DE', registrations: ['DE'] };
const germanAbove: Seller = { ...german, isAbove: true };
const germanOss: Seller = { country: 'DE', registrations: ['DE', 'OSS'] };
const germanWorldwide: Seller = {
  country: 'DE',
  registrations: ['DE', 'OSS', 'GB', 'CH', 'AU', 'NZ', 'US-NY', 'US-TX'],
};
const germanInFrance: Seller = { country: 'DE', registrations: ['DE', 'FR'], isAbove: true };
const small: Seller = { country: 'DE', registrations: [] };
const british: Seller = { country: 'GB', registrations: ['GB'] };
const britishOss: Seller = { country: 'GB', registrations: ['GB', 'OSS'] };
const american: Seller = { country: 'US', registrations: ['US-CA', 'US-NY'] };
const canadian: Seller = { country: 'CA', registrations: ['CA'] };
const indian: Seller = { country: 'IN', registrations: ['IN'] };
const off: Seller = { ...germanOss, collects: false };

type Case = [seller: Seller, buyer: string, tax: string];

/** Buyers: a country or `US-NY`; ` company` has a confirmed VAT number; then the class of the product where it is not the standard one. */
const table: Record<string, Case[]> = {
  'at home': [
    [german, 'DE', 'standard VAT 19 DE'],
    [german, 'DE company', 'standard VAT 19 DE'],
    [germanOss, 'DE', 'standard VAT 19 DE'],
    [small, 'DE', 'outside  0 DE'],
    [british, 'GB', 'standard VAT 20 GB'],
    [indian, 'IN', 'standard GST 18 IN'],
    [canadian, 'CA-ON', 'standard HST 13 CA'],
    [canadian, 'CA-AB', 'standard GST 5 CA'],
    [canadian, 'CA-NS', 'standard HST 14 CA'],
    [american, 'US-NY', 'standard Sales tax 4 US'],
    [american, 'US-CA', 'standard Sales tax 7.25 US'],
    [american, 'US-TX', 'outside  0 US'],
  ],
  'a consumer elsewhere in the EU': [
    [german, 'FR', 'standard VAT 19 DE'],
    [german, 'SE', 'standard VAT 19 DE'],
    [germanAbove, 'FR', 'standard VAT 20 FR'],
    [germanOss, 'FR', 'standard VAT 20 FR'],
    [germanOss, 'HU', 'standard VAT 27 HU'],
    [germanOss, 'LU', 'standard VAT 17 LU'],
    [germanOss, 'FI', 'standard VAT 25.5 FI'],
    [germanOss, 'MC', 'standard VAT 20 FR'],
    [germanInFrance, 'FR', 'standard VAT 20 FR'],
    [small, 'FR', 'outside  0 FR'],
    [british, 'FR', 'outside  0 FR'],
    [britishOss, 'FR', 'standard VAT 20 FR'],
    [american, 'IE', 'outside  0 IE'],
  ],
  'a company elsewhere in the EU': [
    [german, 'FR company', 'reverse_charge  0 FR'],
    [germanAbove, 'FR company', 'reverse_charge  0 FR'],
    [germanOss, 'AT company', 'reverse_charge  0 AT'],
    [germanInFrance, 'FR company', 'reverse_charge  0 FR'],
    [britishOss, 'ES company', 'reverse_charge  0 ES'],
    [small, 'FR company', 'outside  0 FR'],
    [british, 'FR company', 'outside  0 FR'],
  ],
  'outside the EU': [
    [german, 'US-NY', 'outside  0 US'],
    [german, 'GB', 'outside  0 GB'],
    [german, 'CH', 'outside  0 CH'],
    [german, 'JP', 'outside  0 JP'],
    [germanWorldwide, 'GB', 'standard VAT 20 GB'],
    [germanWorldwide, 'IM', 'standard VAT 20 GB'],
    [germanWorldwide, 'CH', 'standard VAT 8.1 CH'],
    [germanWorldwide, 'AU', 'standard GST 10 AU'],
    [germanWorldwide, 'NZ', 'standard GST 15 NZ'],
    [germanWorldwide, 'US-TX', 'standard Sales tax 6.25 US'],
    [germanWorldwide, 'US-FL', 'outside  0 US'],
    [germanWorldwide, 'NO', 'outside  0 NO'],
    [british, 'US-NY', 'outside  0 US'],
    [american, 'DE', 'outside  0 DE'],
    [canadian, 'US-NY', 'outside  0 US'],
  ],
  'classes of products': [
    [german, 'DE reduced', 'reduced VAT 7 DE'],
    [germanOss, 'FR reduced', 'reduced VAT 5.5 FR'],
    // Denmark reduces nothing; Ireland taxes digital books at zero.
    [germanOss, 'DK reduced', 'reduced VAT 25 DK'],
    [germanOss, 'IE reduced', 'zero VAT 0 IE'],
    [german, 'DE exempt', 'exempt  0 DE'],
    [german, 'DE zero', 'zero  0 DE'],
    [german, 'FR company reduced', 'reverse_charge  0 FR'],
    [german, 'FR company exempt', 'exempt  0 FR'],
    [german, 'US-NY exempt', 'outside  0 US'],
    [british, 'GB reduced', 'zero VAT 0 GB'],
  ],
  'nothing to go by': [
    [off, 'DE', 'outside  0 '],
    [off, 'FR company', 'outside  0 '],
    [german, '', 'outside  0 '],
    [american, 'US', 'outside  0 US'],
  ],
};

/** The tax of 100.00 for a buyer, as the database computes it within an order. */
async function taxOf(seller: Seller, buyer: string): Promise<string> {
  const [place = '', ...words] = buyer.split(' ');
  const [country, region = ''] = place.split('-');
  const address = { country, region, vat_number: words.includes('company') ? `${country}123456789` : '' };
  const tax_class = words.find((word) => word !== 'company') ?? 'standard';
  return world.sql
    .transaction(async (tx) => {
      await tx.query(
        `insert into public.seller_details (account_id, country, collects_tax, is_below_eu_threshold) values ($1, $2, $3, $4)
         on conflict (account_id) do update set country = excluded.country, collects_tax = excluded.collects_tax, is_below_eu_threshold = excluded.is_below_eu_threshold`,
        [world.demo, seller.country, seller.collects ?? true, !seller.isAbove],
      );
      for (const registration of seller.registrations) {
        const [at = '', state = ''] = registration.split('-');
        const isOss = at === 'OSS';
        await tx.query(
          'insert into public.tax_registrations (account_id, country, region, scheme) values ($1, $2, $3, $4)',
          [
            world.demo,
            isOss ? (seller.country === 'GB' ? 'IE' : seller.country) : at,
            state,
            isOss ? 'one_stop_shop' : 'local',
          ],
        );
      }
      if (address.vat_number)
        await tx.query(`select private.record_vat_check($1, $2, true, 'WAPI', '')`, [world.demo, address.vat_number]);
      const [row] = await tx.query<{ found: string }>(
        `select concat_ws(' ', t.tax_category, t.tax_name, t.tax_rate::float8::text, coalesce(t.tax_country, '')) as found
           from private.tax_of_lines($1, $2, $3) t`,
        [world.demo, JSON.stringify([{ at: 1, net: 10_000, tax_class, type: 'digital' }]), JSON.stringify(address)],
      );
      throw new Found(row?.found ?? '');
    })
    .catch((error: unknown) => {
      if (error instanceof Found) return error.message;
      throw error;
    });
}

/** Carries a result out of a transaction that is undone. */
class Found extends Error {}

describe.each(Object.entries(table))('%s', (_title, cases) => {
  test.each(cases.map(([seller, buyer, tax]) => [describeSeller(seller), buyer, tax, seller] as const))(
    '%s to %s is %s',
    async (_seller, buyer, tax, seller) => {
      expect(await taxOf(seller, buyer)).toBe(tax);
    },
  );
});

function describeSeller({ country, registrations, isAbove, collects }: Seller): string {
  const more = [...(isAbove ? ['above the threshold'] : []), ...(collects === false ? ['no tax'] : [])];
  return [country, `(${registrations.join(', ')})`, ...more].join(' ');
}

describe('rounding', () => {
  const cases: [net: number, includes: boolean, country: string, tax: number][] = [
    [10_000, false, 'DE', 1_900],
    [11_900, true, 'DE', 1_900],
    [999, false, 'DE', 190],
    [999, true, 'DE', 160],
    [1, false, 'DE', 0],
    [3, false, 'DE', 1],
    [50, false, 'HU', 14],
    [0, false, 'DE', 0],
    [1_000_000_000_000, false, 'FI', 255_000_000_000],
    [1_000_000_000_000, true, 'FI', 203_187_250_996],
  ];
  test.each(cases)('of %i, contained: %s, in %s is %i', async (net, includes, country, tax) => {
    const actual = await world.sql
      .transaction(async (tx) => {
        await tx.query(
          `update public.seller_details set country = $2, collects_tax = true, prices_include_tax = $3 where account_id = $1`,
          [world.demo, country, includes],
        );
        await tx.query('insert into public.tax_registrations (account_id, country) values ($1, $2)', [
          world.demo,
          country,
        ]);
        const [row] = await tx.query<{ tax: string }>('select tax from private.tax_of_lines($1, $2, $3)', [
          world.demo,
          JSON.stringify([{ at: 1, net, tax_class: 'standard', type: 'course' }]),
          JSON.stringify({ country }),
        ]);
        throw new Found(row?.tax ?? '');
      })
      .catch((error: unknown) => (error instanceof Found ? error.message : Promise.reject(error)));
    expect(Number(actual)).toBe(tax);
  });
});

test('what is sent abroad is an export, and a number is confirmed in its own country and for a week', async () => {
  const outcomes: unknown[] = [];
  const undone = world.sql.transaction(async (tx) => {
    await tx.query('update public.seller_details set collects_tax = true where account_id = $1', [world.demo]);
    await tx.query(`insert into public.tax_registrations (account_id, country) values ($1, 'DE')`, [world.demo]);
    const category = async (address: object, type = 'course') => {
      const [row] = await tx.query<{ tax_category: string }>(
        'select tax_category from private.tax_of_lines($1, $2, $3)',
        [world.demo, JSON.stringify([{ at: 1, net: 100, tax_class: 'standard', type }]), JSON.stringify(address)],
      );
      outcomes.push(row?.tax_category);
    };
    await category({ country: 'JP' }, 'physical');
    await category({ country: 'FR', vat_number: 'FR40303265045' });
    await tx.query(`select private.record_vat_check($1, 'FR40303265045', true, '', '')`, [world.demo]);
    await category({ country: 'FR', vat_number: 'fr 40 303 265 045' });
    await category({ country: 'IT', vat_number: 'FR40303265045' });
    await tx.query(`select private.record_vat_check($1, 'EL094259216', true, '', '')`, [world.demo]);
    await category({ country: 'GR', vat_number: 'EL094259216' });
    await tx.query(`update private.vat_checks set checked_at = checked_at - interval '8 days'`);
    await category({ country: 'FR', vat_number: 'FR40303265045' });
    // The register answers last what counts.
    await tx.query(`select private.record_vat_check($1, 'FR40303265045', true, '', '')`, [world.demo]);
    await tx.query(`select private.record_vat_check($1, 'FR40303265045', false, '', '')`, [world.demo]);
    await category({ country: 'FR', vat_number: 'FR40303265045' });
    throw new Found();
  });
  await expect(undone).rejects.toThrow(Found);
  expect(outcomes).toEqual([
    'export',
    'standard',
    'reverse_charge',
    'standard',
    'reverse_charge',
    'standard',
    'standard',
  ]);
});

test('goods that stay in the country, or in the EU, are no export', async () => {
  const outcomes: unknown[] = [];
  const undone = world.sql.transaction(async (tx) => {
    await tx.query(
      `insert into public.seller_details (account_id, country, collects_tax) values ($1, 'DE', true)
       on conflict (account_id) do update set country = 'DE', collects_tax = true`,
      [world.demo],
    );
    for (const country of ['DE', 'FR', 'GB', 'US']) {
      const [row] = await tx.query<{ tax_category: string }>(
        'select tax_category from private.tax_of_lines($1, $2, $3)',
        [
          world.demo,
          JSON.stringify([{ at: 1, net: 100, tax_class: 'standard', type: 'physical' }]),
          JSON.stringify({ country }),
        ],
      );
      outcomes.push(`${country} ${row?.tax_category}`);
    }
    throw new Found();
  });
  await expect(undone).rejects.toThrow(Found);
  expect(outcomes).toEqual(['DE outside', 'FR outside', 'GB export', 'US export']);
});

describe('what an owner is shown before tax is collected', () => {
  beforeAll(async () => {
    await world.sql.query(
      `insert into public.tax_registrations (account_id, country, region) values ($1, 'DE', ''), ($1, 'CA', ''), ($1, 'US', 'NY'), ($1, 'BR', '')`,
      [world.demo],
    );
  });
  afterAll(async () => {
    await world.sql.query('delete from public.tax_registrations where account_id = $1', [world.demo]);
  });
  const preview = async (buyer: string, type: string, includes: boolean) => {
    const [place = '', ...words] = buyer.split(' ');
    const [country, region = ''] = place.split('-');
    await world.sql.query(
      `insert into public.seller_details (account_id, country, collects_tax, prices_include_tax) values ($1, 'DE', false, $2)
       on conflict (account_id) do update set country = 'DE', collects_tax = false, prices_include_tax = $2, is_below_eu_threshold = true`,
      [world.demo, includes],
    );
    const seen = await world.attempt(
      'owner',
      `select reason || ' ' || category || ' ' || rate::float8 || '% ' || tax || ' of ' || total as shown
         from public.preview_tax($1, $2, $3, 'standard', $4, 10000)`,
      [country, region, words.includes('company'), type],
    );
    return 'rows' in seen ? seen.rows[0]?.shown : seen;
  };
  const cases: [buyer: string, type: string, includes: boolean, shown: string][] = [
    ['DE', 'digital', false, 'home standard 19% 1900 of 11900'],
    ['DE', 'digital', true, 'home standard 19% 1597 of 10000'],
    ['FR', 'digital', false, 'below_threshold standard 19% 1900 of 11900'],
    ['FR company', 'digital', false, 'reverse_charge reverse_charge 0% 0 of 10000'],
    ['CA', 'digital', false, 'region_missing outside 0% 0 of 10000'],
    ['CA-ON', 'digital', false, 'registered standard 13% 1300 of 11300'],
    ['CA-QC', 'digital', false, 'registered standard 5% 500 of 10500'],
    ['US-NY', 'digital', false, 'registered standard 4% 400 of 10400'],
    ['US-TX', 'physical', false, 'not_registered export 0% 0 of 10000'],
    ['JP', 'physical', true, 'not_registered export 0% 0 of 10000'],
    ['JP', 'digital', false, 'not_registered outside 0% 0 of 10000'],
    // Registered where no rate is stored: the owner has to enter one.
    ['BR', 'digital', false, 'registered zero 0% 0 of 10000'],
  ];
  test.each(cases)('%s buys what is %s; included: %s', async (buyer, type, includes, shown) => {
    expect(await preview(buyer, type, includes)).toBe(shown);
  });
});

test('a rate of its own counts before the one that is known, in a state before its country', async () => {
  await world.sql.query(
    `insert into public.tax_rates (account_id, country, region, tax_class, rate, name) values
       ($1, 'US', 'NY', 'standard', 8.875, 'New York'), ($1, 'ES', '', 'standard', 7, 'IGIC')`,
    [world.demo],
  );
  const rates = await world.sql.query(
    `select p.country || coalesce('-' || nullif(p.region, ''), '') || ' ' || p.tax_class as place, r.rate::float8, r.name
       from (values (1, 'US', 'NY', 'standard'), (2, 'US', 'TX', 'standard'), (3, 'ES', '', 'standard'), (4, 'ES', '', 'reduced'), (5, 'DE', '', 'reduced'))
         p(at, country, region, tax_class)
       left join lateral private.tax_rate_of($1, p.country, p.region, p.tax_class) r on true order by p.at`,
    [world.demo],
  );
  expect(rates).toEqual([
    { place: 'US-NY standard', rate: 8.875, name: 'New York' },
    { place: 'US-TX standard', rate: 6.25, name: 'Sales tax' },
    { place: 'ES standard', rate: 7, name: 'IGIC' },
    { place: 'ES reduced', rate: 4, name: 'VAT' },
    { place: 'DE reduced', rate: 7, name: 'VAT' },
  ]);
});
