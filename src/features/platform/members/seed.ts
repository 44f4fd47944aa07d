import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '#base/server/root.ts';
import type { Seed, Seeding } from '#base/server/seeding.ts';

/** Portrait illustrations; members without one show initials. */
const portraits = [
  ['owner@demo.test', 'helena'],
  ['instructor@demo.test', 'tomas'],
  ['student@demo.test', 'amara'],
  ['parent@demo.test', 'noor'],
  ['owner@atelier.test', 'marc'],
  ['student@atelier.test', 'yusuf'],
] as const;

const portrait = (name: string) =>
  sharp(join(root, 'src/features/platform/members/seed', `${name}.svg`), { density: 300 })
    .resize(512, 512)
    .jpeg({ quality: 85 })
    .toBuffer();

/** Account, address, name, role, bio. */
const people = [
  [
    'demo',
    'instructor@demo.test',
    'Tomás Rivera',
    'instructor',
    'Photographs light for a living and teaches what it does.',
  ],
  [
    'demo',
    'student@demo.test',
    'Amara Okafor',
    'student',
    'Civil engineer who carries a camera to every building site.',
  ],
  ['demo', 'parent@demo.test', 'Ngozi Okafor', 'parent', ''],
  ['demo', 'member@demo.test', 'Elif Kaya', 'student', ''],
  ['atelier', 'student@atelier.test', 'Yusuf Haddad', 'student', 'يطبع على اللينوليوم إلى طاولة المطبخ.'],
] as const;

/** Bios of the owners, in the language of their site. */
const ownerBios = [
  [
    'demo',
    'Measured the brightness of variable stars before she ran a school. Helena still prints every picture she keeps.',
  ],
  [
    'atelier',
    'طبّاع ورسّام، حوّل طاحونة ورق قديمة إلى مدرسة للرسم والطباعة اليدوية. يقصّ الورق كل صباح قبل أن يفتح البريد.',
  ],
] as const;

/** Seeds the members of the two demo accounts; the owners are members already, by the trigger on accounts. */
export const seed: Seed = async (seeding) => {
  await seedPeople(seeding);
  await seedSettings(seeding);
  await seedPortraits(seeding);
};

async function seedPeople({ sql, accounts, person }: Seeding) {
  for (const [account, email, name, role, bio] of people) {
    const scope = [accounts[account], await person(email, name)];
    await sql.query('select private.make_member($1, $2, $3)', [...scope, role]);
    await sql.query('update public.members set bio = $3 where account_id = $1 and user_id = $2', [...scope, bio]);
  }
  for (const [account, bio] of ownerBios) {
    await sql.query(
      `update public.members m set bio = $2 from public.accounts a
        where a.account_id = $1 and (m.account_id, m.user_id) = (a.account_id, a.owner_id)`,
      [accounts[account], bio],
    );
  }
  await sql.query(
    `update public.members set is_public = true
      where role_id in (select role_id from public.roles where kind in ('owner', 'instructor'))`,
  );
  await sql.query(
    `insert into public.guardians (account_id, parent_id, child_id)
     select p.account_id, p.id, c.id from public.members p, public.members c
      where p.email = 'parent@demo.test' and c.email = 'student@demo.test' and p.account_id = c.account_id`,
  );
  // The code by which the parent was linked, as the student gave it to them.
  await sql.query(
    `insert into public.family_codes (account_id, child_id, code_hash, expires_at, used_at, used_by)
     select g.account_id, g.child_id, private.family_code_hash(private.new_family_code()), g.created_at + interval '7 days', g.created_at, g.parent_id
       from public.guardians g`,
  );
  await sql.query(
    `insert into public.audit_entries (account_id, actor_id, act, target_kind, target_id, details)
     select a.account_id, a.owner_id, 'member.role_changed', 'member', m.id, '{"from": "Student", "to": "Instructor"}'
       from public.members m join public.accounts a on a.account_id = m.account_id where m.email = 'instructor@demo.test'`,
  );
}

/** A saved filter, an invitation, an import, fields and a provider of the demo account. */
async function seedSettings({ sql, accounts }: Seeding) {
  await sql.query(
    `insert into public.member_segments (account_id, name, filter) values ($1, 'Joined this week', '{"joined_within_days": "7"}')`,
    [accounts.demo],
  );
  await sql.query(
    `insert into public.invitations (account_id, email, name, role_id, invited_by, sent_at, sent_count)
     select r.account_id, 'ines.duarte@example.com', 'Inês Duarte', r.role_id, a.owner_id, now(), 1
       from public.roles r join public.accounts a on a.account_id = r.account_id where r.account_id = $1 and r.kind = 'instructor'`,
    [accounts.demo],
  );
  await sql.query(
    `with import as (
       insert into public.member_imports (account_id, user_id, file_name, total, done, finished_at)
       select account_id, owner_id, 'autumn-workshop.csv', 2, 2, now() from public.accounts where account_id = $1 returning account_id, id)
     insert into public.member_import_rows (account_id, import_id, line, email, name, outcome)
     select account_id, id, 2, 'student@demo.test', 'Amara Okafor', 'member' from import union all
     select account_id, id, 3, 'nobody at example', 'N. N.', 'invalid_email' from import`,
    [accounts.demo],
  );
  await sql.query(
    `insert into public.member_fields (account_id, label, hint, type, options, on_sign_up, visibility, position) values
       ($1, 'Where you live', 'A town is enough.', 'text', '{}', false, 'members', 1),
       ($1, 'What brings you here', '', 'choice', '{Photography,"The night sky",Biology,Drawing,"Something else"}', true, 'staff', 2),
       ($1, 'Your own site', '', 'link', '{}', false, 'everyone', 3)`,
    [accounts.demo],
  );
  await sql.query(
    `insert into public.member_answers (account_id, member_id, field_id, value)
     select m.account_id, m.id, f.id, a.value from (values
         ('student@demo.test', 'Where you live', 'Porto'), ('student@demo.test', 'What brings you here', 'Photography'),
         ('instructor@demo.test', 'Your own site', 'https://example.org'), ('instructor@demo.test', 'Where you live', 'Granada')) a (email, label, value)
       join public.members m on m.account_id = $1 and m.email = a.email
       join public.member_fields f on f.account_id = $1 and f.label = a.label`,
    [accounts.demo],
  );
  await sql.query(
    `insert into public.sign_in_providers (account_id, provider, source, is_on) values ($1, 'facebook', 'platform', false)`,
    [accounts.demo],
  );
}

async function seedPortraits({ sql, upload }: Seeding) {
  for (const [email, name] of portraits) {
    const [member] = await sql.query<{ account_id: string; user_id: string }>(
      'select account_id, user_id from public.members where email = $1',
      [email],
    );
    if (!member) throw new Error(`The demo has no member ${email}.`);
    const path = `avatars/${member.user_id}/avatar.jpg`;
    const address = await upload(member.account_id, path, await portrait(name), 'image/jpeg');
    await sql.query('update public.members set avatar = $3 where account_id = $1 and user_id = $2', [
      member.account_id,
      member.user_id,
      address,
    ]);
  }
}
