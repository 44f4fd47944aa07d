import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CertificateWorld, openCertificates } from '#tests/db/certificates.ts';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let at: CertificateWorld;
let certificate: string;
let award: string;
let openBadge: string;
beforeAll(async () => {
  world = await openWorld();
  at = await openCertificates(world);
  await world.sql.query('delete from public.open_badges');
  await at.complete();
  certificate = (await at.issued())[0]?.id ?? '';
  const [badge] = await world.sql.query<{ id: string }>(
    `insert into public.badges (account_id, name, description) values ($1, 'Helper', 'Helped others.') returning id`,
    [world.demo],
  );
  award = badge?.id ?? '';
  await as('owner').query('select public.give_badge($1, $2)', [award, at.member]);
  openBadge = await make('certificate_id', certificate);
});
afterAll(() => world.close());

/** Who is a member of nothing in their session. */
const noMembers = {
  blocked: 'forbidden',
  fresh: 'forbidden',
  removed: 'forbidden',
  stolen: 'forbidden',
  unbound: 'forbidden',
  visitor: '42501',
};
const as = (person: 'owner' | 'student' | 'parent' | 'visitor') => world.database.as(world.caller(person));
const ids = () => ({ certificate, award, openBadge, member: at.member, unknown: crypto.randomUUID() });

async function make(source: 'certificate_id' | 'badge_id', id: string): Promise<string> {
  const [row] = await as('student').query<{ id: string }>(`select public.make_open_badge(${source} => $1) as id`, [id]);
  return row?.id ?? '';
}

async function check(id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await as('visitor').query('select * from public.verify_open_badge($1, $2)', [world.demo, id]);
  return row;
}

const revokedPlaces = async (first = 0, entries = 131_072) =>
  (
    await as('visitor').query<{ status_index: number }>('select status_index from public.badge_status($1, $2, $3)', [
      world.demo,
      first,
      entries,
    ])
  ).map(({ status_index }) => status_index);

describe('Open Badges', () => {
  matrix(
    () => world,
    [
      [
        'are read by who earned them and who manages the site',
        'select holder from public.open_badges where id = {openBadge}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      ['keep what proves an address to themselves', 'select email_hash from public.open_badges', { others: '42501' }],
      [
        'are shown on a card or not by who earned them',
        'update public.open_badges set is_on_card = false where id = {openBadge} returning id',
        { student: 1, visitor: '42501', others: 0 },
      ],
      ['are not changed otherwise', `update public.open_badges set name = 'x'`, { others: '42501' }],
      [
        'are not made up',
        `insert into public.open_badges (account_id, member_id, holder, name, issuer, salt, email_hash, status_index, awarded_at)
         values ({demo}, {member}, 'x', 'x', 'x', repeat('a', 32), repeat('a', 64), 9, now())`,
        { others: '42501' },
      ],
      ['are not removed', 'delete from public.open_badges', { others: '42501' }],
      [
        'of a certificate are made by its holder alone',
        'select public.make_open_badge(certificate_id => {certificate})',
        { student: 1, ...noMembers, others: 'not_found' },
      ],
      [
        'of a badge are made by who has it alone',
        'select public.make_open_badge(badge_id => {award})',
        { student: 1, ...noMembers, others: 'not_found' },
      ],
      [
        'are read by anybody who has the id',
        'select * from public.verify_open_badge({demo}, {openBadge})',
        { others: 1 },
      ],
      [
        'are not found by an id that was made up',
        'select * from public.verify_open_badge({demo}, {unknown})',
        { others: 0 },
      ],
      [
        'are not found on another account',
        'select * from public.verify_open_badge({atelier}, {openBadge})',
        { others: 0 },
      ],
      ['have keys that nobody reads', 'select * from private.badge_keys', { others: '42501' }],
      ['take no place past the functions', 'select private.next_badge_index({demo})', { others: '42501' }],
    ],
    ids,
  );

  test('are made once of each thing earned, as it was then, with the address as a hash alone', async () => {
    expect(await make('certificate_id', certificate)).toBe(openBadge);
    const badge = await check(openBadge);
    expect(badge).toMatchObject({ is_certificate: true, state: 'valid', name: 'Light and exposure', language: 'en' });
    expect(JSON.stringify(badge)).not.toContain('student@demo.test');
    expect(badge?.email_hash).toBe(createHash('sha256').update(`student@demo.test${badge?.salt}`).digest('hex'));
  });

  test('stand in the list of their holder with what could become one', async () => {
    const own = await as('student').query<{ id: string | null; name: string; state: string }>(
      'select id, name, state from public.own_open_badges() order by name',
    );
    expect(own.filter(({ name }) => name === 'Helper')).toEqual([{ id: null, name: 'Helper', state: 'valid' }]);
    expect(own.filter(({ id }) => id === openBadge)).toHaveLength(1);
    expect(await as('parent').query('select * from public.own_open_badges()')).toEqual([]);
  });

  test('are on a card that is public, until their holder hides them', async () => {
    const shown = async () =>
      (
        await as('visitor').query<{ id: string }>('select id from public.card_open_badges($1, $2)', [
          world.demo,
          at.member,
        ])
      ).map(({ id }) => id);
    const show = (isPublic: boolean) =>
      world.sql.query('update public.members set is_public = $2 where id = $1', [at.member, isPublic]);
    await show(false);
    expect(await shown()).toEqual([]);
    await show(true);
    expect(await shown()).toEqual([openBadge]);
    await as('student').query('update public.open_badges set is_on_card = false where id = $1', [openBadge]);
    expect(await shown()).toEqual([]);
    await as('student').query('update public.open_badges set is_on_card = true where id = $1', [openBadge]);
  });

  test('need the add-on to be made, and stay valid without it', async () => {
    await world.sql.query(`update public.accounts set addons = '{}' where account_id = $1`, [world.demo]);
    expect(await refused(make('badge_id', award))).toBe('feature_off');
    expect(await make('certificate_id', certificate)).toBe(openBadge);
    expect(await check(openBadge)).toMatchObject({ state: 'valid' });
    await world.sql.query(`update public.accounts set addons = '{certificates}' where account_id = $1`, [world.demo]);
  });

  test('are made once by two requests at the same time', async () => {
    const [one, other] = await Promise.all([make('badge_id', award), make('badge_id', award)]);
    expect(one).toBe(other);
  });

  test('of a badge that is taken back are revoked; earned again it is another one', async () => {
    const first = await make('badge_id', award);
    const { status_index } = (await check(first)) as { status_index: number };
    expect(await revokedPlaces()).not.toContain(status_index);
    await as('owner').query('select public.take_badge($1, $2)', [award, at.member]);
    expect(await check(first)).toMatchObject({ state: 'revoked' });
    expect(await revokedPlaces()).toContain(status_index);
    expect(await revokedPlaces(status_index + 1)).toEqual([]);
    await as('owner').query('select public.give_badge($1, $2)', [award, at.member]);
    const second = await make('badge_id', award);
    expect(second).not.toBe(first);
    expect(await check(second)).toMatchObject({ state: 'valid' });
  });

  test('expire with their certificate, and none is made of one that has', async () => {
    await at.complete();
    const latest = (await at.issued()).at(-1)?.id ?? '';
    const made = await make('certificate_id', latest);
    await world.sql.query(
      `update public.certificates set issued_at = issued_at - interval '2 years', expires_at = now() - interval '1 day' where id = $1`,
      [latest],
    );
    await world.sql.query(`update public.open_badges set expires_at = now() - interval '1 day' where id = $1`, [made]);
    expect(await check(made)).toMatchObject({ state: 'expired' });
    await world.sql.query('delete from public.open_badges where id = $1', [made]);
    expect(await refused(make('certificate_id', latest))).toBe('conflict');
  });

  test('of a certificate that is revoked are revoked with it', async () => {
    await as('owner').query(`select public.revoke_certificate($1, 'Issued by mistake')`, [certificate]);
    const badge = await check(openBadge);
    expect(badge).toMatchObject({ state: 'revoked' });
    expect(await revokedPlaces()).toContain(badge?.status_index);
    expect(
      await as('visitor').query('select * from public.card_open_badges($1, $2)', [world.demo, at.member]),
    ).not.toContainEqual(expect.objectContaining({ id: openBadge }));
  });

  test('of who has left are as good as revoked, and their places are given to nobody', async () => {
    const badge = await check(openBadge);
    await world.sql.query('delete from public.open_badges where id = $1', [openBadge]);
    expect(await revokedPlaces()).toContain(badge?.status_index);
    const [next] = await world.sql.query<{ next: number }>('select private.next_badge_index($1) as next', [world.demo]);
    expect(next?.next).toBeGreaterThan(Number(badge?.status_index));
  });
});
