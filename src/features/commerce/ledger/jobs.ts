import type { Schedule } from '#base/server/jobs.ts';

type Difference = { account_id: string; currency: string; difference: string };

export const schedules: Schedule[] = [
  {
    name: 'check-ledger',
    cron: '17 2 * * *',
    run: async ({ sql }) => {
      const differences = await sql.query<Difference>(
        'select account_id, currency, difference::text from private.check_ledger() limit 20',
      );
      if (differences.length > 0) {
        const sums = differences.map((row) => `${row.account_id} ${row.currency} ${row.difference}`);
        // A failed run is logged as an error and mailed to the super admins.
        throw new Error(`The ledgers of these accounts don't add up to zero: ${sums.join('; ')}.`);
      }
      const [row] = await sql.query<{ accounts: number }>(
        'select count(distinct account_id)::int as accounts from public.ledger_transactions',
      );
      return `The ledgers of ${row?.accounts ?? 0} accounts add up to zero in every currency.`;
    },
  },
];
