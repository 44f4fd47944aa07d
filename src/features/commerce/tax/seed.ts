import type { Seed } from '#base/server/seeding.ts';

/** Who sells in the shop of the demo. Tax is not collected there: that is for its owner to begin. */
export const seed: Seed = async ({ sql, accounts }) => {
  await sql.query(
    `insert into public.seller_details (account_id, legal_name, street, postcode, city, country, vat_number, registration_number, email, bank)
     values ($1, 'Lumen Academy GmbH', 'Linienstraße 12', '10178', 'Berlin', 'DE', 'DE136695976', 'HRB 204851 B', 'owner@demo.test',
       E'Musterbank\\nIBAN DE89 3704 0044 0532 0130 00')`,
    [accounts.demo],
  );
  await sql.query(
    `insert into public.tax_registrations (account_id, country, number) values ($1, 'DE', 'DE136695976')`,
    [accounts.demo],
  );
  // The state's rate with those of the city of New York.
  await sql.query(
    `insert into public.tax_rates (account_id, country, region, rate, name) values ($1, 'US', 'NY', 8.875, 'Sales tax')`,
    [accounts.demo],
  );
};
