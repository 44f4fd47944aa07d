import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { openTextProvider, type TextProvider } from '#tests/text-provider.ts';
import { readEnvironment } from './environment.ts';
import type { Log } from './log.ts';
import { createTextSender, textProviderOf } from './text-messages.ts';

let world: World;
let provider: TextProvider;
const lines: Record<string, unknown>[] = [];
const log = { warn: (line: Record<string, unknown>) => void lines.push(line) } as unknown as Log;
beforeAll(async () => {
  [world, provider] = await Promise.all([openWorld(), openTextProvider()]);
});
afterAll(async () => {
  await provider.close();
  await world.close();
});

const textSenderWith = (variables: Record<string, string> = provider.variables) =>
  createTextSender({ sql: world.sql, log, provider: textProviderOf(readEnvironment(variables)), timeoutMs: 200 });
const textTo = (to: string, madeAt = new Date()) => ({
  id: randomUUID(),
  account_id: world.demo,
  to,
  kind: 'signup',
  body: '123456 is your code',
  madeAt,
});
const rowOf = async (id: string) =>
  (
    await world.sql.query<{ body_text: string; is_sent: boolean; problem: string | null }>(
      'select body_text, sent_at is not null as is_sent, problem from private.texts where id = $1',
      [id],
    )
  )[0];

describe('a text', () => {
  test('is handed to the provider once, however often its job runs, and what it said is not kept', async () => {
    const text = textTo('491510000001');
    const texter = textSenderWith();
    await texter.deliver(text);
    await texter.deliver(text);
    expect(provider.texts).toEqual([{ to: '+491510000001', body: '123456 is your code', from: '+15005550006' }]);
    expect(await rowOf(text.id)).toEqual({ body_text: '', is_sent: true, problem: null });
  });

  test('names a messaging service in the place of a number', async () => {
    const service = `MG${'f'.repeat(32)}`;
    await textSenderWith({ ...provider.variables, TWILIO_FROM: service }).deliver(textTo('491510000002'));
    expect(provider.texts.at(-1)).toMatchObject({ to: '+491510000002', from: service });
  });

  test.each([
    ['the provider is busy', { status: 429, code: 20429 }, 'status 429, code 20429'],
    ['the provider fails', { status: 503 }, 'status 503'],
    ['the token is wrong', { status: 401, code: 20003 }, 'status 401, code 20003'],
    ['nobody answers', 'silence', 'timeout'],
    ['the connection breaks', 'broken', 'unreachable'],
  ] as const)('is tried again and arrives where %s', async (_, fault, problem) => {
    const text = textTo('491510000003');
    lines.length = 0;
    provider.texts.length = 0;
    provider.faults = [fault];
    const texter = textSenderWith();
    await expect(texter.deliver(text)).rejects.toThrow(problem);
    expect(await rowOf(text.id)).toBeUndefined();
    await texter.deliver(text);
    expect(provider.texts.map(({ to }) => to)).toEqual(['+491510000003']);
    expect(lines).toEqual([{ event: 'text_failed', account: world.demo, kind: 'signup', problem, is_final: false }]);
  });

  test('to a number that takes none is not tried again: the operator reads of it, without the number', async () => {
    const text = textTo('491510000004');
    lines.length = 0;
    provider.faults = [{ status: 400, code: 21211 }];
    const before = provider.requests;
    const texter = textSenderWith();
    await texter.deliver(text);
    await texter.deliver(text);
    expect(provider.requests).toBe(before + 1);
    expect(await rowOf(text.id)).toEqual({ body_text: '', is_sent: false, problem: 'status 400, code 21211' });
    expect(lines).toEqual([
      { event: 'text_failed', account: world.demo, kind: 'signup', problem: 'status 400, code 21211', is_final: true },
    ]);
    expect(JSON.stringify(lines)).not.toContain('491510000004');
  });

  test('whose code holds no longer is not sent', async () => {
    const text = textTo('491510000005', new Date(Date.now() - 11 * 60_000));
    const before = provider.requests;
    await textSenderWith().deliver(text);
    expect(provider.requests).toBe(before);
    expect(await rowOf(text.id)).toMatchObject({ is_sent: false, problem: 'too_late' });
  });

  test('is stored to be read where no provider is configured', async () => {
    const text = textTo('491510000006');
    await textSenderWith({}).deliver(text);
    expect(await rowOf(text.id)).toEqual({ body_text: '123456 is your code', is_sent: false, problem: null });
  });
});

describe('how many texts a day are sent', () => {
  const admitText = async (number: string, network = 'a', account: string | null = world.demo, most = 1_000) =>
    (
      await world.sql.query<{ full: string | null }>('select private.count_text($1, $2, $3, $4) as full', [
        account,
        number,
        network,
        most,
      ])
    )[0]?.full;
  const setCount = (key: string, texts: number) =>
    world.sql.query(
      `insert into private.text_counts (day, key, texts) values ((now() at time zone 'UTC')::date, $1, $2)
       on conflict (day, key) do update set texts = excluded.texts`,
      [key, texts],
    );
  const countOf = async (key: string) =>
    (await world.sql.query<{ texts: number }>('select texts from private.text_counts where key = $1', [key]))[0]?.texts;

  test('has an end for a number, a network, an account and the whole installation; a refusal counts nothing', async () => {
    for (let text = 0; text < 10; text++) expect(await admitText('4915120')).toBeNull();
    expect(await admitText('4915120')).toBe('number');
    expect(await admitText('4915121')).toBeNull();
    await setCount('network b', 99);
    expect(await admitText('4915122', 'b')).toBeNull();
    expect(await admitText('4915123', 'b')).toBe('network');
    await setCount(`account ${world.demo}`, 200);
    expect(await admitText('4915124')).toBe('account');
    expect(await admitText('4915124', 'a', null)).toBeNull();
    const all = await countOf('all');
    expect(await admitText('4915125', 'a', null, all ?? 0)).toBe('all');
    expect(await countOf('all')).toBe(all);
    expect(await countOf('number 4915125')).toBe(0);
  });

  test('is the same for many who ask at once', async () => {
    const results = await Promise.all(Array.from({ length: 25 }, () => admitText('4915130', 'c', null)));
    expect(results.filter((full) => full === null)).toHaveLength(10);
  });

  test('can’t be read or changed by clients, and is deleted with the texts', async () => {
    for (const statement of [
      'select * from private.texts',
      'select * from private.text_counts',
      `select private.count_text(null, '4915140', 'a', 5)`,
    ])
      for (const person of ['visitor', 'owner'] as const)
        expect(await world.attempt(world.caller(person), statement)).toMatchObject({ refused: '42501' });
    await world.sql.query(
      `insert into private.texts (id, recipient, kind, body_text, created_at) values
         ($1, '4915150', 'signup', 'code', now() - interval '31 days'), ($2, '4915151', 'signup', 'code', now() - interval '2 days')`,
      [randomUUID(), randomUUID()],
    );
    await world.sql.query(`insert into private.text_counts (day, key, texts) values (current_date - 5, 'all', 3)`);
    await world.sql.query('select private.prune_mails()');
    expect(
      await world.sql.query(`select recipient, body_text from private.texts where recipient like '491515%'`),
    ).toEqual([{ recipient: '4915151', body_text: '' }]);
    expect(await world.sql.query('select from private.text_counts where day < current_date - 3')).toEqual([]);
  });
});
