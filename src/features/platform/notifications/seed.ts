import type { Seed } from '#base/server/seeding.ts';

/** Notifications of the demo's users. */
export const seed: Seed = async (seeding) => {
  const { sql, accounts, person, now } = seeding;
  const lines = [
    [
      accounts.demo,
      'student@demo.test',
      'The order of <b>Light and exposure</b> is paid. The course is open to you now.',
      2,
      '/dashboard/courses',
      false,
      40,
    ],
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
      4_000,
    ],
    [
      accounts.demo,
      'owner@demo.test',
      '<b>Amara Okafor</b> joined Lumen Academy.',
      1,
      '/dashboard/manage/users',
      false,
      90,
    ],
    [accounts.atelier, 'student@atelier.test', 'أهلًا بك في <b>Atelier</b>.', 1, '/course', false, 600],
  ] as const;
  for (const [account, email, message, severity, link, read, minutes] of lines) {
    await sql.query(
      `insert into public.account_notifications (account_id, user_id, message, severity, link, read, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [account, await person(email, email), message, severity, link, read, new Date(now.getTime() - minutes * 60_000)],
    );
  }
};
