import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let form = '';
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const fields = [
    { id: 'email', type: 'email', label: 'Your e-mail', isRequired: true },
    { id: 'name', type: 'text', label: 'Your name', isName: true },
    { id: 'town', type: 'text', label: 'Your town' },
    { id: 'words', type: 'long', label: 'About you' },
    { id: 'work', type: 'file', label: 'Your work', files: 'any', most: 2, isRequired: true },
  ];
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.forms (account_id, name, fields, asks_once) values ($1, 'Application', $2, true) returning id`,
    [world.demo, JSON.stringify(fields)],
  );
  form = row?.id ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

let address = 0;
beforeEach(() => {
  address += 1;
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
type Upload = { name: string; content: Buffer | string };

/** Submits as a page with scripts does, or as a browser without them does. */
async function send(files: Upload[], fields: Record<string, string> = {}, isPlain = false, as?: 'student') {
  const body = new FormData();
  const values = { email: 'ada@files.test', ...fields };
  if (isPlain) for (const [id, value] of Object.entries(values)) body.append(`f.${id}`, value);
  else body.set('body', JSON.stringify({ values, elapsed: 9_000, page: '/apply' }));
  for (const { name, content } of files) body.append('f.work', new File([Uint8Array.from(Buffer.from(content))], name));
  const request = new Request('http://x', { method: 'POST', body });
  const bytes = await request.arrayBuffer();
  const headers = new Headers({
    'content-type': request.headers.get('content-type') ?? '',
    'x-stoa-client-address': `192.0.2.${address}`,
    host: 'demo.localhost',
  });
  if (as) headers.set('authorization', `Bearer ${await app.tokenOf(as)}`);
  return app.app.fetch(
    new Request(`http://demo.localhost/api/forms/${form}`, {
      method: 'POST',
      headers,
      body: bytes,
      redirect: 'manual',
    }),
  );
}
const problemsOf = async (response: Response) =>
  ((await response.json()) as { error: { fields: Record<string, string> } }).error.fields;
const storedFor = (email: string) =>
  world.sql.query<{ id: string; name: string; bytes: number; content: Buffer }>(
    `select f.id, f.name, f.bytes, f.content from public.form_files f
       join public.form_submissions s on s.id = f.submission_id where s.email = $1 order by f.name`,
    [email],
  );

describe('files sent by a form', () => {
  test.each([
    ['with a script', false],
    ['without one', true],
  ])('are kept with the answers, %s', async (_, isPlain) => {
    const email = `kept-${isPlain}@files.test`;
    const files = [
      { name: 'a picture.png', content: PNG },
      { name: '../notes.txt', content: 'Zwölf Boxkämpfer' },
    ];
    const response = await send(files, { email }, isPlain);
    expect(response.status).toBe(isPlain ? 303 : 201);
    const stored = await storedFor(email);
    expect(stored.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a picture.png', PNG.length],
      ['notes.txt', Buffer.byteLength('Zwölf Boxkämpfer')],
    ]);
    expect(stored[0]?.content.equals(PNG)).toBe(true);
    const [submission] = await world.sql.query<{ answers: { id: string; files?: { id: string; name: string }[] }[] }>(
      'select answers from public.form_submissions where email = $1',
      [email],
    );
    const uploaded = submission?.answers.find(({ id }) => id === 'work')?.files ?? [];
    expect(uploaded.map(({ name }) => name).sort()).toEqual(['a picture.png', 'notes.txt']);
    expect(uploaded.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort());
  });

  test('that are required must be uploaded; a file name alone does not count', async () => {
    expect(Object.keys(await problemsOf(await send([], { work: 'invented.png' })))).toEqual(['work']);
  });

  test.each([
    ['a program that is called a picture', 'cat.png', 'MZ\u0000\u0000This program', 'match its extension'],
    ['a page that is called a picture', 'cat.png', '<script>alert(1)</script>', 'match its extension'],
    ['bytes that are called a text', 'cat.txt', 'a\u0000b', 'match its extension'],
    ['a picture that is called a text', 'cat.txt', PNG.toString('latin1'), 'match its extension'],
    ['a page', 'cat.html', '<p>x</p>', 'is not accepted'],
    ['an empty file', 'cat.png', '', 'empty'],
  ])('%s is refused beside its field', async (_, name, content, words) => {
    const upload = name === 'cat.txt' && content.startsWith('\u0089') ? PNG : content;
    const problems = await problemsOf(await send([{ name, content: upload }]));
    expect(problems.work).toContain(words);
  });

  test('more than the field takes are refused, and more than 12 MB at all', async () => {
    const three = Array.from({ length: 3 }, (_, at) => ({ name: `${at}.png`, content: PNG }));
    expect((await problemsOf(await send(three))).work).toContain('2 files');
    expect((await send([{ name: 'a.txt', content: 'x'.repeat(13 * 1024 * 1024) }])).status).toBe(413);
  });
});

describe('a file that was sent', () => {
  test('is only ever downloaded, by those who manage the site', async () => {
    await send([{ name: 'Ünlü "x".png', content: PNG }], { email: 'down@files.test' });
    const [file] = await storedFor('down@files.test');
    const open = (as?: 'owner' | 'student', host = 'demo') =>
      app.call(`/api/form-files/${file?.id}`, { host, ...(as ? { as } : {}) });
    const response = await open('owner');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toContain('attachment;');
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('Ünlü "x".png')}`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
    expect((await open()).status).toBe(401);
    expect((await open('student')).status).toBe(403);
    expect((await open('owner', 'atelier')).status).not.toBe(200);
  });
});

test('words nobody wants to read are asterisks in a long answer, and a name stays a name', async () => {
  await send([{ name: 'a.png', content: PNG }], {
    email: 'rude@files.test',
    name: 'Dick Grayson',
    words: 'What a shit day',
  });
  const [submission] = await world.sql.query<{ answers: { id: string; value: string }[] }>(
    `select answers from public.form_submissions where email = 'rude@files.test'`,
  );
  const valueOfField = (id: string) => submission?.answers.find((answer) => answer.id === id)?.value;
  expect(valueOfField('words')).toBe('What a **** day');
  expect(valueOfField('name')).toBe('Dick Grayson');
});

describe('what a member told before', () => {
  const knownAnswers = async (as?: 'student' | 'owner') => app.call(`/api/forms/${form}/known`, as ? { as } : {});

  test('is their name and address at first, and their own answers from then on', async () => {
    const before = ((await (await knownAnswers('student')).json()) as { values: Record<string, string> }).values;
    expect(before.email).toBe('student@demo.test');
    expect(before.name).toBeTruthy();
    expect(before.town).toBeUndefined();
    const stored = { email: 'student@demo.test', town: 'Galway', words: 'Printer' };
    expect((await send([{ name: 'a.png', content: PNG }], stored, false, 'student')).status).toBe(201);
    const after = ((await (await knownAnswers('student')).json()) as { values: Record<string, unknown> }).values;
    expect(after).toMatchObject({ town: 'Galway', words: 'Printer' });
    expect(after).not.toHaveProperty('work');
  });

  test('is told to nobody else', async () => {
    const ownerValues = ((await (await knownAnswers('owner')).json()) as { values: Record<string, string> }).values;
    expect(ownerValues.town).toBeUndefined();
    expect((await knownAnswers()).status).toBe(401);
  });

  test('is empty for a form without asks_once', async () => {
    await world.sql.query('update public.forms set asks_once = false where id = $1', [form]);
    expect(await (await knownAnswers('student')).json()).toEqual({ values: {} });
  });
});
