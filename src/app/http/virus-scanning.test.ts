import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnvironment } from '#base/server/environment.ts';
import { createLog } from '#base/server/log.ts';
import { type ClamdStandIn, clamdStandIn, EICAR } from '#tests/clamd-stand-in.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let clamd: ClamdStandIn;
let world: World;
let app: AppWorld;
let owner: { access_token: string; user: { id: string } };
let text = '';
let form = '';
beforeAll(async () => {
  clamd = await clamdStandIn();
  world = await openWorld();
  const log = createLog('info', {
    write: (line) => {
      text += line;
    },
  });
  app = await openApp(world, { CLAMAV_URL: clamd.url }, { log });
  owner = await app.signIn('demo', 'owner@demo.test');
  const fields = [{ id: 'work', type: 'file', label: 'Your work', files: 'any', most: 1, isRequired: true }];
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.forms (account_id, name, fields) values ($1, 'Application', $2) returning id`,
    [world.demo, JSON.stringify(fields)],
  );
  form = row?.id ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
  await clamd.close();
});
beforeEach(() => {
  clamd.fault = 'none';
  app.runtime.securityLog.flush();
  text = '';
});

const events = () =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined);

const put = (path: string, body: string) =>
  app.call(`/storage/v1/object/${world.demo}/public/media/${path}`, {
    method: 'POST',
    token: owner.access_token,
    headers: { 'content-type': 'text/plain' },
    body,
  });

function sendForm(content: string): Promise<Response> {
  const body = new FormData();
  body.set('body', JSON.stringify({ values: {}, elapsed: 9_000, page: '/apply' }));
  body.append('f.work', new File([content], 'work.txt'));
  return app.app.fetch(
    new Request(`http://demo.localhost/api/forms/${form}`, {
      method: 'POST',
      headers: { 'x-stoa-client-address': '192.0.2.77' },
      body,
    }),
  );
}

async function resume(content: string): Promise<Response> {
  const headers = { authorization: `Bearer ${owner.access_token}`, 'tus-resumable': '1.0.0' };
  const named = { bucketName: world.demo, objectName: 'public/media/resumed.txt', contentType: 'text/plain' };
  const metadata = Object.entries(named).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  return app.app.fetch(
    new Request('http://demo.localhost/storage/v1/upload/resumable', {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(content.length),
        'upload-metadata': metadata.join(','),
      },
      body: content,
    }),
  );
}

const FOUND = 'The virus scanner found Eicar-Test-Signature in this file, so it was not saved.';

describe('with CLAMAV_URL', () => {
  test('a find is told to who sent it, stands in the security log, and is nowhere', async () => {
    const response = await put('found.txt', EICAR);
    expect(await response.json()).toMatchObject({ statusCode: '422', code: 'VirusFound', message: FOUND });
    expect(events()).toMatchObject([
      { event: 'virus_found', account: world.demo, person: owner.user.id, path: expect.stringContaining('found.txt') },
    ]);
    const stored = await world.sql.query("select from storage.objects where name like '%found.txt'");
    expect(stored).toEqual([]);
  });

  test('a resumable upload says the same in its own form', async () => {
    const response = await resume(EICAR);
    expect([response.status, await response.text()]).toEqual([422, FOUND]);
    expect(events()).toMatchObject([{ event: 'virus_found', person: owner.user.id }]);
  });

  test('a file of a form is scanned before its sending is kept', async () => {
    const response = await sendForm(EICAR);
    expect([response.status, await response.json()]).toEqual([422, { error: { code: 'virus_found', message: FOUND } }]);
    expect(events()).toMatchObject([{ event: 'virus_found', account: world.demo, address: '192.0.2.77' }]);
    expect((await sendForm('my work')).status).toBe(201);
    const files = await world.sql.query<{ name: string }>('select name from public.form_files where account_id = $1', [
      world.demo,
    ]);
    expect(files.map(({ name }) => name).filter((name) => name === 'work.txt')).toHaveLength(1);
  });

  test('a form of a browser without scripts is answered with a page, in the reader’s language', async () => {
    const send = (content: string, headers: Record<string, string>) => {
      const body = new FormData();
      body.append('f.work', new File([content], 'work.txt'));
      const referer = 'http://demo.localhost/apply';
      return app.app.fetch(
        new Request(`http://demo.localhost/api/forms/${form}`, {
          method: 'POST',
          headers: { 'x-stoa-client-address': '192.0.2.78', referer, ...headers },
          body,
        }),
      );
    };
    const pageOf = async (response: Response) => ({
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    });
    const matches = await pageOf(await send(EICAR, {}));
    expect(matches).toMatchObject({ status: 422, type: 'text/html; charset=utf-8' });
    expect(matches.text).toContain(`<h1>${FOUND}</h1><p>Go back one page: what you typed is still there.</p>`);
    expect(matches.text).toContain('href="/apply"');
    expect(events()).toMatchObject([{ event: 'virus_found', account: world.demo, address: '192.0.2.78' }]);
    const german = await pageOf(await send(EICAR, { 'accept-language': 'de' }));
    expect(german.text).toContain('<html lang="de"');
    expect(german.text).toContain('Eicar-Test-Signature');
    expect(german.text).not.toContain('The virus scanner');
    clamd.fault = 'silent close';
    const away = await send('harmless', {});
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await away.text()).toContain('<h1>Files can’t be scanned for viruses at the moment');
  });

  test('while it is away nothing is taken, with a sentence and a time to come back at', async () => {
    clamd.fault = 'silent close';
    const sentence = 'Files can’t be scanned for viruses at the moment, so uploads are paused. Try again in a minute.';
    for (const response of [await put('away.txt', 'harmless'), await sendForm('harmless')]) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await response.text()).toContain(sentence);
    }
    clamd.fault = 'none';
    expect((await put('away.txt', 'harmless')).status).toBe(200);
  });
});

test('without it nobody is asked, and no address but one of a scanner is taken', () => {
  expect(readEnvironment({}).CLAMAV_URL).toBeUndefined();
  for (const wrong of ['http://127.0.0.1:3310', 'tcp://127.0.0.1', '127.0.0.1:3310'])
    expect(() => readEnvironment({ CLAMAV_URL: wrong })).toThrow('CLAMAV_URL');
});

test('in the product a name, a type and a content that contradict each other are refused', async () => {
  const response = await put('page.html', 'x');
  expect(await response.json()).toMatchObject({
    statusCode: '415',
    message: 'This file is named .html, but it is text/plain. Use the right extension and upload it again.',
  });
});
