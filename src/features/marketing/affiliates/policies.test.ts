import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Affiliates, openAffiliates } from '#tests/db/affiliates.ts';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let affiliates: Affiliates;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  affiliates = openAffiliates(world, shop);
  const open = await affiliates.addProgramme();
  const invite = await affiliates.addProgramme({ admission: 'invite' });
  const empty = await affiliates.addProgramme();
  const affiliate = await affiliates.join('student', open, 'STUDENT-1');
  const [member] = await world.sql.query<{ id: string }>(
    "select id from public.members where account_id = $1 and email = 'member@demo.test'",
    [world.demo],
  );
  const [applied] = await world.sql.query<{ id: string }>(
    `insert into public.affiliates (account_id, programme_id, member_id, user_id, code, state)
     select account_id, $2, id, user_id, 'WAITING', 'applied' from public.members where account_id = $1 and email = 'instructor@demo.test' returning id`,
    [world.demo, open],
  );
  await shop.addCoupon('STUDENTS-OWN');
  await world.sql.query(
    `update public.affiliates set coupon_id = (select id from public.coupons where name = 'STUDENTS-OWN') where id = $1`,
    [affiliate],
  );
  ids = { open, invite, empty, affiliate, member: member?.id ?? '', applied: applied?.id ?? '' };
});
afterAll(() => world.close());

const noGrant = { others: '42501' };
describe('who sees and changes programmes and affiliates', () => {
  matrix(
    () => world,
    [
      [
        'an open programme',
        'select title from public.affiliate_programmes where id = {open}',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      [
        'a programme by invitation',
        'select title from public.affiliate_programmes where id = {invite}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds a programme',
        `insert into public.affiliate_programmes (account_id, title) values ({demo}, 'Friends') returning 1`,
        { owner: 1, others: '42501' },
      ],
      [
        'adds one to another account',
        `insert into public.affiliate_programmes (account_id, title) values ({atelier}, 'Friends') returning 1`,
        { atelierOwner: 1, others: '42501' },
      ],
      [
        'changes a programme',
        'update public.affiliate_programmes set rate = 20 where id = {open} returning 1',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'moves a programme to another account',
        'update public.affiliate_programmes set account_id = {atelier} returning 1',
        noGrant,
      ],
      [
        'removes a programme that nobody is in',
        'delete from public.affiliate_programmes where id = {empty} returning 1',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'removes one that somebody is in',
        'delete from public.affiliate_programmes where id = {open} returning 1',
        { visitor: '42501', others: 0 },
      ],
      [
        'an affiliate',
        'select code from public.affiliates where id = {affiliate}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds an affiliate past the function',
        `insert into public.affiliates (account_id, programme_id, code, state) values ({demo}, {open}, 'MINE', 'approved')`,
        noGrant,
      ],
      ['approves past the function', `update public.affiliates set state = 'approved'`, noGrant],
      [
        'chooses the coupon of an affiliate',
        `update public.affiliates set coupon_id = (select id from public.coupons where account_id = {demo} and name = 'FLAT5') where id = {affiliate} returning 1`,
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'the coupon that stands for them',
        `select name from public.coupons where name = 'STUDENTS-OWN'`,
        { owner: 1, student: 1, others: 0 },
      ],
      [
        'the coupons of others',
        'select name from public.coupons where account_id = {demo}',
        { owner: 7, student: 1, others: 0 },
      ],
      ['removes an affiliate', 'delete from public.affiliates', noGrant],
      [
        'joins an open programme',
        'select public.join_affiliate_programme({empty})',
        { ...membersOfDemo(1), visitor: '42501', others: 'not_found' },
      ],
      [
        'joins one by invitation without any',
        'select public.join_affiliate_programme({invite})',
        { visitor: '42501', others: 'not_found' },
      ],
      [
        'invites a member',
        'select public.invite_affiliate({invite}, {member})',
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'approves who applied',
        `select public.set_affiliate_state({applied}, 'approved')`,
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'refuses several',
        `select public.set_affiliate_states(array[{applied}]::uuid[], 'refused')`,
        { visitor: '42501', others: 1 },
      ],
      ['welcomes past the function', 'select private.welcome_affiliate(a) from public.affiliates a', noGrant],
    ],
    () => ids,
  );
});

const stateOf = async (id: string) =>
  (await world.sql.query<{ state: string }>('select state from public.affiliates where id = $1', [id]))[0]?.state;
const joinAs = (person: Person, programme: string, code: string | null = null, accepts = false) =>
  shop
    .as(person)
    .query<{ state: string }>('select public.join_affiliate_programme($1, $2, $3, $4) as state', [
      programme,
      code,
      'I write about light.',
      accepts,
    ]);
const set = (id: string, state: string) =>
  shop.as('owner').query('select public.set_affiliate_state($1, $2)', [id, state]);

describe('joining a programme', () => {
  beforeEach(async () => {
    await world.sql.query("delete from private.outbox where queue = 'affiliate-mail'");
  });
  const mails = async () =>
    (
      await world.sql.query<{ kind: string }>(
        `select payload ->> 'kind' as kind from private.outbox where queue = 'affiliate-mail'`,
      )
    ).map(({ kind }) => kind);

  test('an open one takes everybody at once, with a mail', async () => {
    const programme = await affiliates.addProgramme();
    expect(await joinAs('member', programme, 'elif-1')).toEqual([{ state: 'approved' }]);
    expect(await mails()).toEqual(['approved']);
    expect(await refused(joinAs('member', programme))).toBe('already_applied');
  });

  test('one that is approved waits for a manager, who is told', async () => {
    const programme = await affiliates.addProgramme({ admission: 'approval' });
    expect(await joinAs('member', programme, 'elif-2')).toEqual([{ state: 'applied' }]);
    expect(await mails()).toEqual([]);
    const [notice] = await world.sql.query<{ message: string }>(
      `select message from public.account_notifications where account_id = $1 and said ->> 'key' = 'affiliateApplied' order by id desc limit 1`,
      [world.demo],
    );
    expect(notice?.message).toContain('Elif Kaya');
    const [row] = await world.sql.query<{ id: string }>("select id from public.affiliates where code = 'elif-2'");
    await set(row?.id ?? '', 'approved');
    expect(await mails()).toEqual(['approved']);
  });

  test('its terms are accepted first', async () => {
    const programme = await affiliates.addProgramme({ terms: 'No spam.' });
    expect(await refused(joinAs('parent', programme))).toBe('programme_terms');
    expect(await joinAs('parent', programme, null, true)).toEqual([{ state: 'approved' }]);
  });

  test('a code is somebody’s, whatever its case, and has a form', async () => {
    const programme = await affiliates.addProgramme();
    expect(await refused(joinAs('instructor', programme, 'student-1'))).toBe('code_taken');
    expect(await refused(joinAs('instructor', programme, 'a b'))).toBe('invalid');
  });

  test('who is invited joins at once, and nobody else sees it', async () => {
    const programme = await affiliates.addProgramme({ admission: 'invite', terms: 'No spam.' });
    const [row] = await shop
      .as('owner')
      .query<{ id: string }>('select public.invite_affiliate($1, $2) as id', [programme, ids.member]);
    expect(await stateOf(row?.id ?? '')).toBe('invited');
    expect(
      await refused(shop.as('owner').query('select public.invite_affiliate($1, $2)', [programme, ids.member])),
    ).toBe('already_applied');
    expect(await refused(joinAs('parent', programme))).toBe('not_found');
    expect(await joinAs('member', programme, 'elif-3', true)).toEqual([{ state: 'approved' }]);
  });

  test('one that is switched off takes nobody', async () => {
    const programme = await affiliates.addProgramme();
    await world.sql.query('update public.affiliate_programmes set is_active = false where id = $1', [programme]);
    expect(await refused(joinAs('parent', programme))).toBe('programme_closed');
  });

  test('twenty times at once is once', async () => {
    const programme = await affiliates.addProgramme();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refused(joinAs('parent', programme))));
    expect(await world.sql.query('select from public.affiliates where programme_id = $1', [programme])).toHaveLength(1);
    expect(outcomes).toContain('accepted');
  });
});

test.each([
  ['applied', 'approved', true],
  ['applied', 'refused', true],
  ['applied', 'suspended', false],
  ['invited', 'refused', true],
  ['invited', 'approved', false],
  ['refused', 'approved', true],
  ['refused', 'suspended', false],
  ['approved', 'suspended', true],
  ['approved', 'refused', false],
  ['suspended', 'approved', true],
  ['approved', 'applied', false],
])('from %s to %s: %s', async (from, to, isAllowed) => {
  await world.sql.query('update public.affiliates set state = $2, approved_at = now() where id = $1', [
    ids.applied,
    from,
  ]);
  expect(await refused(set(ids.applied ?? '', to))).toBe(isAllowed ? 'accepted' : 'affiliate_transition');
});

test.each([
  ['no step', []],
  ['a first step above 0', [{ after: 1, percent: 10 }]],
  [
    'steps that fall',
    [
      { after: 0, percent: 10 },
      { after: 5, percent: 12 },
      { after: 5, percent: 15 },
    ],
  ],
  [
    'half a sale',
    [
      { after: 0, percent: 10 },
      { after: 1.5, percent: 12 },
    ],
  ],
  ['more than everything', [{ after: 0, percent: 101 }]],
  ['a word', [{ after: 0, percent: 'ten' }]],
])('a tiered commission with %s is refused', async (_, tiers) => {
  expect(await refused(affiliates.addProgramme({ commission: 'tiered', tiers }))).toMatch(/^invalid$|^Failing row/);
});

test('who is erased leaves what was earned, and nothing of themselves', async () => {
  const programme = await affiliates.addProgramme();
  const id = await affiliates.join('instructor', programme, 'rivera');
  await world.sql.query(
    `insert into private.erasures (account_id, user_id) select account_id, user_id from public.affiliates where id = $1`,
    [id],
  );
  const [row] = await world.sql.query(
    'select user_id, state, note, code = $2 as same from public.affiliates where id = $1',
    [id, 'rivera'],
  );
  expect(row).toEqual({ user_id: null, state: 'suspended', note: '', same: false });
});
