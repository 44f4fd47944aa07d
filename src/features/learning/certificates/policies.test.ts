import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CertificateWorld, openCertificates } from '#tests/db/certificates.ts';
import { matrix, memberWith } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let at: CertificateWorld;
let certificate: string;
beforeAll(async () => {
  world = await openWorld();
  at = await openCertificates(world);
  await at.complete();
  certificate = (await at.issued())[0]?.id ?? '';
});
afterAll(() => world.close());

const ids = () => ({
  certificate,
  design: at.design,
  course: at.course,
  member: at.member,
  unknown: crypto.randomUUID(),
});
const as = (person: Person) => world.database.as(world.caller(person));
const ADD_DESIGN = `insert into public.certificate_designs (account_id, name, language, title, body)
  values ({demo}, 'Another', 'en', 'T', 'B') returning id`;

describe('designs', () => {
  matrix(
    () => world,
    [
      [
        'are read',
        'select from public.certificate_designs where account_id = {demo}',
        { owner: 2, visitor: '42501', others: 0 },
      ],
      ['are added', ADD_DESIGN, { owner: 1, others: '42501' }],
      [
        'are changed',
        `update public.certificate_designs set title = 'x' where id = {design} returning id`,
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'are removed',
        'delete from public.certificate_designs where id = {design} returning id',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'become that of the account by their function alone',
        'update public.certificate_designs set is_default = true returning id',
        { others: '42501' },
      ],
      [
        'become that of the account',
        'select public.make_default_design({design})',
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'are chosen for a course',
        `update public.course_certificates set design_id = null where course_id = {course} returning id`,
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'are chosen for a course that had none',
        `insert into public.course_certificates (account_id, course_id, design_id)
           select {demo}, c.id, {design} from public.courses c where c.account_id = {demo} and c.slug = 'seeing-cells' returning id`,
        { owner: 1, visitor: '42501', others: '42501' },
      ],
      [
        'are taken from a course',
        'delete from public.course_certificates where course_id = {course} returning id',
        { owner: 1, visitor: '42501', others: 0 },
      ],
    ],
    ids,
  );

  test('the first one is that of the account, another one takes its place, and there is one at most', async () => {
    const names = async () =>
      world.sql.query<{ name: string; is_default: boolean }>(
        'select name, is_default from public.certificate_designs where account_id = $1 order by is_default desc, name',
        [world.demo],
      );
    const [first, second] = await names();
    expect([first?.is_default, second?.is_default]).toEqual([true, false]);
    await as('owner').query(
      'select public.make_default_design(id) from public.certificate_designs where account_id = $1 and not is_default',
      [world.demo],
    );
    expect((await names())[0]?.name).toBe(second?.name);
    await as('owner').query('select public.make_default_design($1)', [at.design]);
    expect((await names())[0]?.name).toBe(first?.name);
  });

  test.each([
    ['an empty title', { title: '' }],
    ['a text that is too long', { body: 'x'.repeat(801) }],
    ['a font that is none', { font: 'comic' }],
    ['a colour that is none', { accent: 'red' }],
    ['a picture of elsewhere', { logo: 'https://elsewhere.example/logo.png' }],
    [
      'a picture of another account',
      { logo: '/storage/v1/object/public/00000000-0000-7000-8000-00000000000b/public/a.png' },
    ],
    ['a validity of no month', { valid_months: 0 }],
    ['a validity of more than ten years', { valid_months: 121 }],
  ])('%s is refused', async (_what, change) => {
    const [[column, value] = ['', '']] = Object.entries(change);
    const update = as('owner').query(`update public.certificate_designs set ${column} = $2 where id = $1`, [
      at.design,
      value,
    ]);
    expect(await refused(update)).toBe('23514');
  });

  test('there are 50 at most', async () => {
    await world.sql.query(
      `insert into public.certificate_designs (account_id, name, language, title, body)
       select $1, 'Many ' || n, 'en', 'T', 'B' from generate_series(1, 48) n`,
      [world.demo],
    );
    expect(await world.attempt('owner', ADD_DESIGN.replace('{demo}', `'${world.demo}'`))).toMatchObject({
      refused: 'invalid',
    });
    await world.sql.query(`delete from public.certificate_designs where name like 'Many %'`);
  });

  test('without the add-on none is added, and none is issued', async () => {
    await world.sql.query(`update public.accounts set addons = '{}' where account_id = $1`, [world.demo]);
    const attempt = (text: string) => world.attempt('owner', text.replaceAll('{demo}', `'${world.demo}'`));
    expect(await attempt(ADD_DESIGN)).toMatchObject({ refused: 'feature_off' });
    expect(await attempt('select public.issue_certificates()')).toMatchObject({ refused: 'feature_off' });
    expect(await attempt(`select public.renew_certificate('${certificate}')`)).toMatchObject({
      refused: 'feature_off',
    });
    const before = (await at.issued()).length;
    await at.complete();
    expect(await at.issued()).toHaveLength(before);
    // What was issued stays valid, and can be checked and revoked.
    expect(await attempt(`select from public.verify_certificate({demo}, '${certificate}')`)).toMatchObject({
      rows: [{}],
    });
    expect(await attempt(`select public.revoke_certificate('${certificate}', 'Why')`)).toMatchObject({ rows: [{}] });
    await world.sql.query(`update public.accounts set addons = '{certificates}' where account_id = $1`, [world.demo]);
  });
});

describe('certificates', () => {
  matrix(
    () => world,
    [
      [
        'are read by who holds them, their parents, who teaches the course and who manages the site',
        'select holder, revoked_reason from public.certificates where id = {certificate}',
        { owner: 1, student: 1, parent: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      ['are not written', `update public.certificates set holder = 'x'`, { others: '42501' }],
      [
        'are not made up',
        `insert into public.certificates (account_id, member_id, holder, course, issuer, design, achieved_at, issued_at)
         values ({demo}, {member}, 'x', 'x', 'x', '{}', now(), now())`,
        { others: '42501' },
      ],
      ['are not removed', 'delete from public.certificates', { others: '42501' }],
      [
        'are issued to everybody who has finished',
        'select public.issue_certificates()',
        { owner: 1, visitor: '42501', atelierOwner: 'feature_off', others: 'forbidden' },
      ],
      [
        'are renewed',
        'select public.renew_certificate({certificate})',
        { owner: 1, visitor: '42501', atelierOwner: 'feature_off', others: 'forbidden' },
      ],
      [
        'are revoked',
        `select public.revoke_certificate({certificate}, 'Issued by mistake')`,
        { owner: 1, visitor: '42501', atelierOwner: 'not_found', others: 'forbidden' },
      ],
      [
        'are checked by anybody who has the id',
        'select * from public.verify_certificate({demo}, {certificate})',
        { others: 1 },
      ],
      [
        'are not found by an id that was made up',
        'select * from public.verify_certificate({demo}, {unknown})',
        { others: 0 },
      ],
      [
        'are not found on another account',
        'select * from public.verify_certificate({atelier}, {certificate})',
        { others: 0 },
      ],
      ['are counted for nobody else', 'select public.count_uncertified()', { visitor: '42501', others: 1 }],
      [
        'are not issued past the functions',
        `select private.write_certificate({demo}, {member}, {course}, now())`,
        { others: '42501' },
      ],
      ['are not expired by a person', 'select private.expire_certificates()', { others: '42501' }],
      ['are not reminded of by a person', 'select private.remind_of_certificates()', { others: '42501' }],
    ],
    ids,
  );

  test('a right to manage students shows them, and issues none', async () => {
    const caller = await memberWith(world, world.demo, ['manage_students']);
    expect(await world.attempt(caller, 'select public.issue_certificates()')).toMatchObject({ refused: 'forbidden' });
    expect(await world.attempt(caller, `select public.revoke_certificate($1, 'x')`, [certificate])).toMatchObject({
      refused: 'forbidden',
    });
  });

  test('who leaves takes theirs along', async () => {
    const [row] = await world.sql.query<{ rule: string }>(
      `select pg_get_constraintdef(oid) as rule from pg_constraint
        where conrelid = 'public.certificates'::regclass and confrelid = 'public.members'::regclass`,
    );
    expect(row?.rule).toContain('ON DELETE CASCADE');
  });
});
