import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { type CertificateWorld, openCertificates } from '#tests/db/certificates.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { schedules } from './jobs.ts';

let world: World;
let at: CertificateWorld;
beforeAll(async () => {
  world = await openWorld();
  at = await openCertificates(world);
});
beforeEach(async () => {
  await world.sql.query('delete from public.certificates');
  await world.sql.query('delete from public.account_notifications');
  await world.sql.query('update public.certificate_designs set valid_months = 12 where id = $1', [at.design]);
});
afterAll(() => world.close());

const owner = () => world.database.as(world.caller('owner'));
const goDays = (days: number) =>
  world.sql.query('update private.clock set time_offset = time_offset + make_interval(days => $1)', [days]);
const runJob = () => schedules[0]?.run({ sql: world.sql } as JobContext);
const stateOf = async (id: string) =>
  (await world.sql.query<{ state: string }>('select state from public.verify_certificate($1, $2)', [world.demo, id]))[0]
    ?.state;
/** The keys of the notifications of the student. */
const notificationKeys = async () =>
  (
    await world.sql.query<{ key: string }>(
      `select said ->> 'key' as key from public.account_notifications where said ->> 'key' like 'certificate%' order by created_at, id`,
    )
  ).map(({ key }) => key);
const latest = async () => {
  const rows = await at.issued();
  const last = rows.at(-1);
  if (!last) throw new Error('There is no certificate.');
  return last;
};

describe('a completed course', () => {
  test('has its certificate at once, frozen as it was then, and its holder is told', async () => {
    await at.complete();
    const [certificate, ...others] = await at.issued();
    expect(others).toEqual([]);
    expect(certificate?.design).toMatchObject({ title: 'Certificate of completion', language: 'en', valid_months: 12 });
    expect(await notificationKeys()).toEqual(['certificateIssued']);
    await world.sql.query(`update public.certificate_designs set title = 'Changed' where id = $1`, [at.design]);
    await world.sql.query(`update public.members set name = 'Somebody else' where id = $1`, [at.member]);
    const [row] = await world.sql.query<{ holder: string; title: string }>(
      `select holder, design ->> 'title' as title from public.certificates where id = $1`,
      [certificate?.id],
    );
    expect(row).toMatchObject({ title: 'Certificate of completion' });
    expect(row?.holder).not.toBe('Somebody else');
    await world.sql.query(`update public.certificate_designs set title = 'Certificate of completion' where id = $1`, [
      at.design,
    ]);
  });

  test('records an event with it', async () => {
    await world.sql.query(`delete from private.events where type = 'certificate.issued'`);
    await at.complete();
    expect(
      await world.sql.query(`select subject, facts from private.events where type = 'certificate.issued'`),
    ).toMatchObject([
      {
        subject: `certificate:${(await latest()).id}`,
        facts: { member_id: at.member, course_id: at.course, renews_id: null },
      },
    ]);
  });

  test('has none where the course chose none, and that of the course where it chose another', async () => {
    const choose = (design: string | null) =>
      world.sql.query(
        `insert into public.course_certificates (account_id, course_id, design_id) values ($1, $2, $3)
         on conflict (account_id, course_id) do update set design_id = excluded.design_id`,
        [world.demo, at.course, design],
      );
    await choose(null);
    await at.complete();
    expect(await at.issued()).toEqual([]);
    const [other] = await world.sql.query<{ id: string }>(
      'select id from public.certificate_designs where account_id = $1 and not is_default',
      [world.demo],
    );
    await choose(other?.id ?? null);
    await at.complete();
    expect((await latest()).design).toMatchObject({ language: 'ar', is_landscape: false });
    await world.sql.query('delete from public.course_certificates where course_id = $1', [at.course]);
  });

  test('that was reset and restored has the certificate it had', async () => {
    await at.complete();
    const [before] = await world.sql.query<{ completed_at: Date }>(
      'select completed_at from public.enrolments where course_id = $1 and member_id = $2',
      [at.course, at.member],
    );
    for (const completed of [null, before?.completed_at ?? null])
      await world.sql.query('update public.enrolments set completed_at = $3 where course_id = $1 and member_id = $2', [
        at.course,
        at.member,
        completed,
      ]);
    expect(await at.issued()).toHaveLength(1);
  });
});

describe('who finished before', () => {
  test('is issued a certificate where the owner asks for it, dated as they finished, once', async () => {
    await world.sql.query(`update public.accounts set addons = '{}' where account_id = $1`, [world.demo]);
    await at.complete();
    await world.sql.query(`update public.accounts set addons = '{certificates}' where account_id = $1`, [world.demo]);
    const [enrolment] = await world.sql.query<{ completed_at: Date }>(
      'select completed_at from public.enrolments where course_id = $1 and member_id = $2',
      [at.course, at.member],
    );
    await goDays(3);
    const count = async () => (await owner().query<{ n: number }>('select public.count_uncertified() as n'))[0]?.n;
    const issue = async () => (await owner().query<{ n: number }>('select public.issue_certificates() as n'))[0]?.n;
    expect([await count(), await issue(), await count(), await issue()]).toEqual([1, 1, 0, 0]);
    const certificate = await latest();
    expect(certificate.achieved_at).toEqual(enrolment?.completed_at);
    expect(certificate.issued_at.getTime()).toBeGreaterThan(certificate.achieved_at.getTime());
  });

  test('is issued none where theirs was revoked', async () => {
    await at.complete();
    await owner().query(`select public.revoke_certificate($1, 'A mistake')`, [(await latest()).id]);
    expect(await owner().query('select public.issue_certificates() as n')).toEqual([{ n: 0 }]);
  });
});

describe('by the clock', () => {
  test('it is valid, its holder is reminded 90, 60, 30 and 7 days before, once each time, and then it has expired', async () => {
    await at.complete();
    const { id, expires_at } = await latest();
    expect(expires_at).not.toBeNull();
    await runJob();
    const reminders: number[] = [];
    // The last days are 365 or 366 after it was issued.
    for (const days of [270, 1, 20, 20, 20, 10, 13]) {
      await goDays(days);
      await runJob();
      await runJob();
      reminders.push((await notificationKeys()).filter((key) => key === 'certificateExpires').length);
    }
    expect([await stateOf(id), reminders]).toEqual(['valid', [0, 0, 1, 2, 2, 3, 3]]);
    await goDays(7);
    await runJob();
    expect((await notificationKeys()).filter((key) => key === 'certificateExpires')).toHaveLength(4);
    await goDays(10);
    expect(await stateOf(id)).toBe('expired');
    expect(await runJob()).toMatch(/^1 certificates expired/);
    expect(await runJob()).toMatch(/^0 certificates expired/);
    expect(await notificationKeys()).toHaveLength(5);
  });

  test('without a validity it never expires', async () => {
    await world.sql.query('update public.certificate_designs set valid_months = null where id = $1', [at.design]);
    await at.complete();
    const { id, expires_at } = await latest();
    await goDays(4_000);
    await runJob();
    expect([expires_at, await stateOf(id)]).toEqual([null, 'valid']);
  });

  test('completed again it is renewed: the old one stays as it was', async () => {
    await at.complete();
    const old = await latest();
    await goDays(350);
    await at.complete();
    const renewed = await latest();
    expect(renewed.renews_id).toBe(old.id);
    expect(await at.issued()).toHaveLength(2);
    await runJob();
    // Nobody is reminded of what is renewed already.
    expect(await notificationKeys()).toEqual(['certificateIssued', 'certificateIssued']);
    await goDays(20);
    expect([await stateOf(old.id), await stateOf(renewed.id)]).toEqual(['expired', 'valid']);
  });

  test('renewed by hand it is dated of that day, and each is renewed once', async () => {
    await at.complete();
    const old = await latest();
    await goDays(400);
    await owner().query('select public.renew_certificate($1)', [old.id]);
    const renewed = await latest();
    expect(renewed).toMatchObject({ renews_id: old.id, revoked_at: null });
    expect(renewed.achieved_at.getTime()).toBeGreaterThan(old.expires_at?.getTime() ?? 0);
    const again = await world.attempt('owner', 'select public.renew_certificate($1)', [old.id]);
    expect(again).toMatchObject({ refused: 'conflict', message: 'This certificate was already renewed.' });
  });

  test('two that renew at once make one', async () => {
    await at.complete();
    const { id } = await latest();
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => owner().query('select public.renew_certificate($1)', [id])),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await at.issued()).toHaveLength(2);
  });
});

describe('a revocation', () => {
  test('says why to the holder alone, and can’t be repeated', async () => {
    await at.complete();
    const { id } = await latest();
    for (const reason of ['', '   ', 'x'.repeat(501)])
      expect(await world.attempt('owner', 'select public.revoke_certificate($1, $2)', [id, reason])).toMatchObject({
        refused: 'invalid',
      });
    await owner().query(`select public.revoke_certificate($1, 'Somebody else sat the test')`, [id]);
    expect([await stateOf(id), await notificationKeys()]).toEqual([
      'revoked',
      ['certificateIssued', 'certificateRevoked'],
    ]);
    const [page] = await world.sql.query('select * from public.verify_certificate($1, $2)', [world.demo, id]);
    expect(JSON.stringify(page)).not.toContain('sat the test');
    const again = await world.attempt('owner', `select public.revoke_certificate($1, 'Again')`, [id]);
    expect(again).toMatchObject({ refused: 'conflict', message: 'This certificate was already revoked.' });
    await goDays(500);
    await runJob();
    expect(await stateOf(id)).toBe('revoked');
  });

  test('is followed by a new one where the course is completed again', async () => {
    await at.complete();
    const { id } = await latest();
    await owner().query(`select public.revoke_certificate($1, 'A mistake')`, [id]);
    await goDays(1);
    await at.complete();
    expect(await latest()).toMatchObject({ renews_id: id, revoked_at: null });
  });
});
