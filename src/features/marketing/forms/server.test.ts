import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { HONEYPOT } from './rules.ts';

let world: World;
let app: AppWorld;
let newsletter: string;
let visit: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const idOf = async (name: string) =>
    (await world.sql.query<{ id: string }>('select id from public.forms where name = $1', [name]))[0]?.id ?? '';
  newsletter = await idOf('Sunday letter');
  visit = await idOf('Visit the darkroom');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Each test uses its own IP address, so that rate limits do not add up. */
let address = 0;
beforeEach(() => {
  address += 1;
});
const from = () => ({ 'x-stoa-client-address': `192.0.2.${address}` });

const send = (form: string, values: Record<string, unknown>, more: object = {}, host = 'demo') =>
  app.call(`/api/forms/${form}`, {
    method: 'POST',
    host,
    headers: from(),
    body: { values, page: '/contact', elapsed: 9_000, ...more },
  });
const post = (form: string, fields: Record<string, string>, path = `/api/forms/${form}`) =>
  app.call(path, {
    method: 'POST',
    headers: {
      ...from(),
      'content-type': 'application/x-www-form-urlencoded',
      referer: 'http://demo.localhost/contact?x=1',
    },
    body: new URLSearchParams(fields).toString(),
  });
const storedSubmissions = (email: string) =>
  world.sql.query<{ answers: { id: string; value: unknown; words?: string[] }[]; page: string; locale: string }>(
    'select answers, page, locale from public.form_submissions where email = $1',
    [email],
  );

const school = {
  name: 'Ada',
  email: 'ada@post.test',
  who: 'school',
  pupils: '12',
  country: 'IE',
  interests: ['night'],
};

describe('POST /api/forms/{id}', () => {
  test('stores the answers with the labels of the selected options', async () => {
    expect((await send(visit, school)).status).toBe(201);
    const [row] = await storedSubmissions('ada@post.test');
    expect(row?.page).toBe('/contact');
    expect(row?.answers.map(({ id, value, words }) => [id, value, words])).toEqual([
      ['name', 'Ada', undefined],
      ['email', 'ada@post.test', undefined],
      ['who', 'school', ['A school class']],
      ['pupils', '12', undefined],
      ['country', 'IE', undefined],
      ['interests', ['night'], ['The night sky']],
    ]);
  });

  test('returns an error for each field, in the reader’s language', async () => {
    const response = await send(visit, { who: 'school', email: 'nobody' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      error: {
        code: 'invalid',
        message: 'Check the highlighted fields.',
        fields: {
          name: 'This field is required.',
          email: 'Enter an address like name@example.org.',
          pupils: 'This field is required.',
        },
      },
    });
    const arabic = await send(visit, {}, { locale: 'ar' });
    expect(((await arabic.json()) as { error: { message: string } }).error.message).toBe(
      'بعض الحقول تحتاج إلى مراجعة.',
    );
  });

  test('does not ask for a required field that its rule hides', async () => {
    const alone = { name: 'Ada', email: 'alone@post.test', who: 'alone', pupils: '900' };
    expect((await send(visit, alone)).status).toBe(201);
    expect((await storedSubmissions('alone@post.test'))[0]?.answers.map(({ id }) => id)).toEqual([
      'name',
      'email',
      'who',
    ]);
  });

  test('of a browser without scripts takes a plain form, and leads on', async () => {
    const response = await post(visit, {
      'f.name': 'Bo',
      'f.email': 'bo@post.test',
      'f.who': 'alone',
      'f.letter': 'yes',
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/subscribed?state=check');
    expect((await storedSubmissions('bo@post.test'))[0]?.page).toBe('/contact');
    const success = await post(visit, { 'f.name': 'Bo', 'f.email': 'bo2@post.test', 'f.who': 'alone' });
    expect(success.headers.get('location')).toBe(`/subscribed?form=${visit}`);
  });

  test('of a plain form says what is wrong on a page with the way back', async () => {
    const response = await post(visit, { 'f.name': '<b>Bo</b>', 'f.email': 'nope' });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('<li><b>Your e-mail</b>: Enter an address like name@example.org.</li>');
    expect(page).toContain('href="/contact"');
    expect(page).not.toContain('<b>Bo');
  });

  test('of a plain form is refused on such a page whatever the reason is', async () => {
    const lead = {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const asPage = (id: string, body: string, headers: Record<string, string> = {}) =>
      app.call(`/api/forms/${id}`, { method: 'POST', headers: { ...from(), ...lead, ...headers }, body });
    const none = await asPage('00000000-0000-7000-8000-000000000000', 'f.name=Bo');
    expect([none.status, await none.text()]).toEqual([404, expect.stringContaining('<h1>This form is closed.</h1>')]);
    const noId = await asPage('x', 'f.name=Bo', { 'accept-language': 'de' });
    expect([noId.status, await noId.text()]).toEqual([
      400,
      expect.stringContaining('<h1>Eine ID in der Anfrage ist ungültig.</h1>'),
    ]);
    const long = await asPage(visit, `f.name=${'x'.repeat(70_000)}`);
    expect([long.status, long.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    const malformed = await asPage(visit, 'x', { 'content-type': 'multipart/form-data; boundary=y' });
    expect([malformed.status, malformed.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    for (let time = 0; time < 8; time++) await asPage(visit, `${HONEYPOT}=x`);
    const often = await asPage(visit, `${HONEYPOT}=x`);
    expect([often.status, Number(often.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await often.text()).toMatch(/<h1>Too many requests\. Try again in \d+ seconds\.<\/h1>/);
    // With scripts the errors are returned by field.
    const script = await send('x', school);
    expect(script.headers.get('content-type')).toContain('json');
  });

  test.each([
    ['an id that is none', 'x', 400],
    ['a form there is not', '00000000-0000-7000-8000-000000000000', 404],
  ])('%s is refused', async (_, id, status) => {
    expect((await send(id, school)).status).toBe(status);
  });

  test('a closed form, or one of another account, is not found', async () => {
    expect((await send(visit, school, {}, 'atelier')).status).toBe(404);
    await world.sql.query(`update public.forms set status = 'closed' where id = $1`, [newsletter]);
    expect((await send(newsletter, { email: 'closed@post.test' })).status).toBe(404);
    await world.sql.query(`update public.forms set status = 'open' where id = $1`, [newsletter]);
    expect(await storedSubmissions('closed@post.test')).toEqual([]);
  });

  test('more than 64 KiB, or invalid values, are rejected', async () => {
    expect((await send(visit, { words: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await send(visit, { name: { first: 'Ada' } })).status).toBe(422);
  });
});

describe('guards against robots', () => {
  test('whoever fills in the trap is thanked, and nothing is kept, by script or without', async () => {
    expect((await send(newsletter, { email: 'bot@post.test' }, { trap: 'http://spam.test' })).status).toBe(201);
    expect((await post(newsletter, { 'f.email': 'bot@post.test', [HONEYPOT]: 'http://spam.test' })).status).toBe(303);
    expect(await storedSubmissions('bot@post.test')).toEqual([]);
    expect(await world.sql.query(`select from public.contacts where email = 'bot@post.test'`)).toEqual([]);
  });

  test('quicker than a person is asked to send once more', async () => {
    const response = await send(newsletter, { email: 'quick@post.test' }, { elapsed: 300 });
    expect(response.status).toBe(422);
    expect(await storedSubmissions('quick@post.test')).toEqual([]);
  });

  test('throw-away mailboxes are refused where the rules say so', async () => {
    expect((await send(newsletter, { email: 'a@mailinator.com' })).status).toBe(201);
    await world.sql.query('update public.form_rules set refuses_throwaway = true where form_id = $1', [newsletter]);
    const response = await send(newsletter, { email: 'b@sub.mailinator.com' });
    expect(await response.json()).toMatchObject({
      error: { fields: { email: expect.stringContaining('Disposable') } },
    });
  });

  test('one address is counted', async () => {
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, at) => send(newsletter, { email: `many${at}@post.test` })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBe(4);
    const limited = responses.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the newsletter', () => {
  async function subscribe(email: string): Promise<{ confirm: string; leave: string }> {
    expect(await (await send(newsletter, { email })).json()).toEqual({ asked: true });
    const mail = (await app.settleJobs()).find(({ to }) => to === email);
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const confirm = /\/subscribed\?token=([0-9a-f-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const leave = /\/api\/contacts\/unsubscribe\?token=([0-9a-f-]+)>/.exec(
      mail?.headers?.['List-Unsubscribe'] ?? '',
    )?.[1];
    return { confirm, leave: leave ?? '' };
  }
  const state = async (email: string) =>
    (await world.sql.query<{ state: string }>('select state from public.contacts where email = $1', [email]))[0]?.state;
  const postToken = (path: string, token: string) =>
    app.call(path, { method: 'POST', headers: from(), body: { token } });

  test('comes after one click in the mail, and goes by one click of the mail program', async () => {
    const { confirm, leave } = await subscribe('opt@post.test');
    expect(await state('opt@post.test')).toBe('pending');
    expect(await (await postToken('/api/contacts/confirm', confirm)).json()).toEqual({ state: 'subscribed' });
    expect(await state('opt@post.test')).toBe('subscribed');
    const [welcome] = await app.settleJobs();
    expect(welcome?.to).toBe('opt@post.test');
    expect(welcome?.headers?.['List-Unsubscribe']).toContain(leave);

    // A scanner's GET changes nothing; the mail program's POST without a cookie does.
    const viewed = await app.call(`/api/contacts/unsubscribe?token=${leave}`);
    expect(viewed.status).toBe(302);
    expect(viewed.headers.get('location')).toBe(`/subscribed?leave=${leave}`);
    expect(await state('opt@post.test')).toBe('subscribed');
    const left = await post('', { 'List-Unsubscribe': 'One-Click' }, `/api/contacts/unsubscribe?token=${leave}`);
    expect(left.status).toBe(200);
    expect(await state('opt@post.test')).toBe('unsubscribed');
  });

  test('is confirmed and unsubscribed by plain forms too', async () => {
    const { confirm, leave } = await subscribe('plain@post.test');
    const confirmed = await post('', { token: confirm }, '/api/contacts/confirm');
    expect(confirmed.headers.get('location')).toBe('/subscribed?state=subscribed');
    const left = await post('', { token: leave }, '/api/contacts/unsubscribe');
    expect(left.headers.get('location')).toBe('/subscribed?state=unsubscribed');
    const repeated = await post('', { token: confirm }, '/api/contacts/confirm');
    expect(repeated.headers.get('location')).toBe('/subscribed?state=expired');
  });

  test('a link of another site is invalid', async () => {
    const { confirm } = await subscribe('other@post.test');
    const response = await app.call('/api/contacts/confirm', {
      method: 'POST',
      host: 'atelier',
      body: { token: confirm },
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: { code: 'link_expired' } });
  });

  test('a repeated sign-up gets the same response and one mail', async () => {
    await subscribe('again@post.test');
    expect((await send(newsletter, { email: 'again@post.test' })).status).toBe(201);
    expect((await app.settleJobs()).filter(({ to }) => to === 'again@post.test')).toEqual([]);
  });
});

test('those who manage the site get the answers by mail, and their answer goes to the sender', async () => {
  await world.sql.query('update public.form_rules set notifies = true');
  await app.settleJobs();
  expect((await send(visit, { ...school, email: 'reply@post.test' })).status).toBe(201);
  const [mail, ...otherMails] = await app.settleJobs();
  expect(otherMails).toEqual([]);
  expect(mail).toMatchObject({
    to: 'owner@demo.test',
    replyTo: 'reply@post.test',
    subject: 'New submission to “Visit the darkroom”',
  });
  expect(mail?.text).toContain('Who is coming?: A school class');
  expect(mail?.text).toContain('Where do you come from?: Ireland');
});
