import type { Seed } from '#base/server/seeding.ts';

const DAY_MINUTES = 1_440;

/** Notifications of the demo's users; those about joining are as old as the membership (`reports/visits/seed.ts`). */
export const seed: Seed = async (seeding) => {
  const { sql, accounts, person, now } = seeding;
  const lines = [
    [
      accounts.demo,
      'student@demo.test',
      'The winter courses begin on <b>1 December</b>. The first lesson of each is open to everyone.',
      3,
      null,
      false,
      300,
    ],
    [
      accounts.demo,
      'student@demo.test',
      'Welcome to <b>Lumen Academy</b>. Your first course is waiting.',
      1,
      '/course',
      true,
      43 * DAY_MINUTES,
    ],
    [accounts.atelier, 'student@atelier.test', 'أهلًا بك في <b>Atelier</b>.', 1, '/course', false, 0],
  ] as const;
  for (const [account, email, message, severity, link, read, minutes] of lines) {
    await sql.query(
      `insert into public.account_notifications (account_id, user_id, message, severity, link, read, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [account, await person(email, email), message, severity, link, read, new Date(now.getTime() - minutes * 60_000)],
    );
  }
};
