import type { Seed } from '#base/server/seeding.ts';

/** Seeds three groups on Lumen, one of them private, and one on Atelier. */
export const seed: Seed = async ({ sql, accounts, member }) => {
  const groups = [
    [
      accounts.demo,
      'night-sky-walkers',
      'Night sky walkers',
      'We meet where street lamps end: new moon walks, star trails, and what the forecast did to us this time.',
      'public',
      ['instructor@demo.test', 'student@demo.test', 'member@demo.test'],
    ],
    [
      accounts.demo,
      'first-hundred-frames',
      'First hundred frames',
      'For everyone in their first weeks with a camera. One frame a day, one honest sentence about it.',
      'public',
      ['instructor@demo.test', 'student@demo.test'],
    ],
    [
      accounts.demo,
      'critique-circle',
      'Critique circle',
      'Eight people, one hour, one picture each. What is said here stays here.',
      'private',
      ['instructor@demo.test', 'student@demo.test'],
    ],
    [
      accounts.atelier,
      'kitchen-table-printers',
      'Kitchen table printers',
      'Linocut without a press: spoons, patience and good paper.',
      'public',
      ['student@atelier.test'],
    ],
  ] as const;
  for (const [account, slug, title, description, visibility, people] of groups) {
    const [group] = await sql.query<{ id: string }>(
      `insert into public.groups (account_id, slug, title, description, visibility) values ($1, $2, $3, $4, $5) returning id`,
      [account, slug, title, description, visibility],
    );
    for (const [index, email] of people.entries()) {
      await sql.query(
        'insert into public.group_members (account_id, group_id, member_id, is_moderator) values ($1, $2, $3, $4)',
        [account, group?.id, await member(account, email), index === 0],
      );
    }
  }
};
