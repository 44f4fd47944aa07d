import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'sees the contacts of demo',
      'select * from public.contacts where account_id = {demo}',
      { owner: 7, visitor: '42501', others: 0 },
    ],
    [
      'sees who consented to what',
      'select * from public.contact_consents where account_id = {demo}',
      { owner: 13, visitor: '42501', others: 0 },
    ],
    [
      'adds a contact',
      `insert into public.contacts (account_id, email, name, tags) values ({demo}, 'new@post.test', 'New', array['letter']) returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'adds one that is subscribed already',
      `insert into public.contacts (account_id, email, state) values ({demo}, 'new@post.test', 'subscribed') returning id`,
      { others: '42501' },
    ],
    [
      'changes tags',
      `update public.contacts set tags = array['a'] where account_id = {demo} returning id`,
      { owner: 7, visitor: '42501', others: 0 },
    ],
    [
      'subscribes somebody',
      `update public.contacts set state = 'subscribed' where account_id = {demo} and state = 'none' returning id`,
      { owner: 'consent_missing', visitor: '42501', others: 0 },
    ],
    [
      'ends a subscription',
      `update public.contacts set state = 'unsubscribed' where account_id = {demo} and state = 'subscribed' returning id`,
      { owner: 3, visitor: '42501', others: 0 },
    ],
    [
      'gives a contact another address',
      `update public.contacts set email = 'mine@post.test' where account_id = {demo}`,
      { others: '42501' },
    ],
    [
      'forgets contacts',
      'delete from public.contacts where account_id = {demo} returning id',
      { owner: 7, visitor: '42501', others: 0 },
    ],
    [
      'writes a proof by hand',
      `insert into public.contact_consents (account_id, contact_id, kind) values ({demo}, {demo}, 'confirmed')`,
      { others: '42501' },
    ],
    [
      'changes a proof',
      `update public.contact_consents set words = 'other' where account_id = {demo}`,
      { others: '42501' },
    ],
    ['removes a proof', 'delete from public.contact_consents where account_id = {demo}', { others: '42501' }],
    ['makes a link', `select private.contact_token({demo}, 'confirm')`, { others: '42501' }],
    [
      'keeps a contact past the forms',
      `select private.upsert_contact({demo}, 'a@b.test', '', '{}', 'en')`,
      { others: '42501' },
    ],
    ['asks in somebody’s name', `select private.request_consent({demo}, {demo}, '', '', '')`, { others: '42501' }],
    ['reads the key', 'select * from private.contact_keys', { others: '42501' }],
    [
      'confirms with a link that is none',
      `select private.confirm_contact({demo}, 'x', '')`,
      { others: 'link_expired' },
    ],
    [
      'unsubscribes with a link that is none',
      `select private.unsubscribe_contact({demo}, 'x', '')`,
      { others: 'link_expired' },
    ],
  ],
);

describe('a double opt-in', () => {
  const contactOf = async (email: string) => {
    const [row] = await world.sql.query<{ id: string; state: string }>(
      'select id, state from public.contacts where account_id = $1 and email = $2',
      [world.demo, email],
    );
    return row;
  };
  const subscribe = async (email: string) => {
    const [row] = await world.sql.query<{ asked: boolean }>(
      `select private.request_consent($1, private.upsert_contact($1, $2, '', '{}', 'en'), 'The words', 'A form', '192.0.2.1') as asked`,
      [world.demo, email],
    );
    return row?.asked;
  };
  const tokenFor = async (email: string, purpose: string) =>
    (
      await world.sql.query<{ token: string }>(
        'select private.contact_token(id, $3) as token from public.contacts where account_id = $1 and email = $2',
        [world.demo, email, purpose],
      )
    )[0]?.token ?? '';
  const use = (what: 'confirm' | 'unsubscribe', account: string, token: string) =>
    world.database
      .as(world.caller('visitor'))
      .query(`select private.${what}_contact($1, $2, '192.0.2.1') as state`, [account, token]);
  const mailsTo = async (id: string) =>
    (
      await world.sql.query<{ kind: string }>(
        `select payload ->> 'kind' as kind from private.outbox where queue = 'contact-mail' and payload ->> 'contact_id' = $1 order by id`,
        [id],
      )
    ).map(({ kind }) => kind);
  const errorWith = (code: string) => expect.objectContaining({ detail: code });

  test('asks, confirms, leaves, and keeps the proof of each', async () => {
    expect(await subscribe('Ada@Post.test')).toBe(true);
    const contact = await contactOf('ada@post.test');
    expect(contact?.state).toBe('pending');
    await use('confirm', world.demo, await tokenFor('ada@post.test', 'confirm'));
    expect((await contactOf('ada@post.test'))?.state).toBe('subscribed');
    expect(await mailsTo(contact?.id ?? '')).toEqual(['confirm', 'welcome']);
    // A second confirmation changes nothing.
    await use('confirm', world.demo, await tokenFor('ada@post.test', 'confirm'));
    await use('unsubscribe', world.demo, await tokenFor('ada@post.test', 'leave'));
    await use('unsubscribe', world.demo, await tokenFor('ada@post.test', 'leave'));
    expect((await contactOf('ada@post.test'))?.state).toBe('unsubscribed');
    expect(
      await world.sql.query(
        'select kind, words, source from public.contact_consents where contact_id = $1 order by id',
        [contact?.id],
      ),
    ).toEqual([
      { kind: 'asked', words: 'The words', source: 'A form' },
      { kind: 'confirmed', words: '', source: '' },
      { kind: 'withdrawn', words: '', source: '' },
    ]);
    const [proof] = await world.sql.query<{ address_hash: string }>(
      'select address_hash from public.contact_consents where contact_id = $1 limit 1',
      [contact?.id],
    );
    expect(proof?.address_hash).toMatch(/^[0-9a-f]{32}$/);
  });

  test('an old link does not subscribe somebody who has left', async () => {
    await subscribe('left@post.test');
    const token = await tokenFor('left@post.test', 'confirm');
    await use('unsubscribe', world.demo, await tokenFor('left@post.test', 'leave'));
    await expect(use('confirm', world.demo, token)).rejects.toEqual(errorWith('link_expired'));
  });

  test('a link is worth nothing for another purpose, on another account, or changed', async () => {
    await subscribe('links@post.test');
    const confirm = await tokenFor('links@post.test', 'confirm');
    const leave = await tokenFor('links@post.test', 'leave');
    await expect(use('confirm', world.demo, leave)).rejects.toEqual(errorWith('link_expired'));
    await expect(use('unsubscribe', world.demo, confirm)).rejects.toEqual(errorWith('link_expired'));
    await expect(use('confirm', world.atelier, confirm)).rejects.toEqual(errorWith('link_expired'));
    const last = confirm.endsWith('0') ? '1' : '0';
    await expect(use('confirm', world.demo, confirm.slice(0, -1) + last)).rejects.toEqual(errorWith('link_expired'));
    expect((await contactOf('links@post.test'))?.state).toBe('pending');
  });

  test('a link expires after 30 days', async () => {
    await subscribe('old@post.test');
    await world.sql.query(
      `update public.contacts set asked_at = now() - interval '31 days' where account_id = $1 and email = 'old@post.test'`,
      [world.demo],
    );
    await expect(use('confirm', world.demo, await tokenFor('old@post.test', 'confirm'))).rejects.toEqual(
      errorWith('link_expired'),
    );
  });

  test('nobody is mailed twice in a quarter of an hour, nor six times a day, nor when subscribed already', async () => {
    expect(await subscribe('often@post.test')).toBe(true);
    expect(await subscribe('often@post.test')).toBe(false);
    const later = () =>
      world.sql.query(
        `update public.contacts set asked_at = now() - interval '16 minutes' where account_id = $1 and email = 'often@post.test'`,
        [world.demo],
      );
    const results: (boolean | undefined)[] = [];
    for (let at = 0; at < 5; at += 1) {
      await later();
      results.push(await subscribe('often@post.test'));
    }
    expect(results).toEqual([true, true, true, false, false]);
    const contact = await contactOf('often@post.test');
    expect(await mailsTo(contact?.id ?? '')).toEqual(['confirm', 'confirm', 'confirm', 'confirm']);
    expect(await subscribe('ines.duarte@post.test')).toBe(false);
    expect((await contactOf('ines.duarte@post.test'))?.state).toBe('subscribed');
  });

  test('tags are merged, and a known name stays', async () => {
    const keep = (name: string, tags: string[]) =>
      world.sql.query('select private.upsert_contact($1, $2, $3, $4, $5)', [
        world.demo,
        'tags@post.test',
        name,
        tags,
        'en',
      ]);
    await keep('', ['b']);
    await keep('First', ['a', 'b']);
    await keep('Second', []);
    expect(
      await world.sql.query(
        `select name, tags from public.contacts where account_id = $1 and email = 'tags@post.test'`,
        [world.demo],
      ),
    ).toEqual([{ name: 'First', tags: ['a', 'b'] }]);
  });

  test('a subscription ended by a manager is recorded in the consent history', async () => {
    await world.database
      .as(world.caller('owner'))
      .query(
        `update public.contacts set state = 'unsubscribed' where account_id = $1 and email = 'pavel.horak@post.test'`,
        [world.demo],
      );
    const rows = await world.sql.query(
      `select kind, source from public.contact_consents s join public.contacts c on (c.account_id, c.id) = (s.account_id, s.contact_id)
        where c.email = 'pavel.horak@post.test' and s.kind = 'withdrawn'`,
    );
    expect(rows).toEqual([{ kind: 'withdrawn', source: 'manager' }]);
  });
});
