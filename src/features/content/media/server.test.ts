import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const failureMessage = 'The image could not be fetched from its URL. Save it on your device and upload it.';

let world: World;
let app: AppWorld;
let closed: AppWorld;
let elsewhere: Server;
let origin: string;
let requests: { path: string; headers: Record<string, unknown> }[];
const handlers: Record<string, (response: ServerResponse) => void> = {
  '/a.png': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PNG),
  '/moved': (response) => response.writeHead(302, { location: '/a.png' }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/inner': (response) => response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/page': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>'),
  '/drawing': (response) => response.writeHead(200).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(PNG),
  '/announced': (response) => response.writeHead(200, { 'content-length': String(11 * 1024 * 1024) }).end(PNG),
  '/endless': (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
};

beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, { WEBHOOKS_TO_LOOPBACK: 'on' });
  closed = await openApp(world);
  elsewhere = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    const handler = handlers[request.url ?? ''];
    if (handler) handler(response);
    else response.writeHead(404).end(PNG);
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}`;
});
afterAll(async () => {
  elsewhere.closeAllConnections();
  await new Promise((done) => elsewhere.close(done));
  await app.close();
  await closed.close();
  await world.close();
});
beforeEach(() => {
  requests = [];
});

const fetchPicture = (address: string, as: Person | undefined = 'owner', by = app) =>
  by.call('/api/media/fetch-picture', {
    method: 'POST',
    as,
    body: { address },
    headers: { cookie: 'secret=1', referer: 'http://demo.localhost/dashboard' },
  });
const problemOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, error.message];
};

describe('a pasted picture of another site', () => {
  test.each(['/a.png', '/moved'])('is fetched from %s, and nothing of the caller is sent along', async (path) => {
    const response = await fetchPicture(origin + path);
    expect(response.status).toBe(200);
    // Served with its detected type, not the declared one, so that it can't run scripts when opened directly.
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
    for (const { headers } of requests) {
      expect(headers.cookie ?? headers.referer ?? headers.authorization).toBeUndefined();
    }
  });

  test.each([
    ['what is gone', '/gone', failureMessage],
    ['a circle', '/round', failureMessage],
    ['a redirect into a network of ours', '/inner', failureMessage],
    ['a redirect to a file', '/file', failureMessage],
    ['what is packed', '/packed', failureMessage],
    ['a page', '/page', 'The file at this URL is not an image that pages can show.'],
    ['a drawing', '/drawing', 'The file at this URL is not an image that pages can show.'],
    [
      'more than is allowed, said before',
      '/announced',
      'The image is larger than 10 MB. Make it smaller and upload it.',
    ],
    [
      'more than is allowed, without an end',
      '/endless',
      'The image is larger than 10 MB. Make it smaller and upload it.',
    ],
  ])('is not %s', async (_, path, message) => {
    expect(await problemOf(await fetchPicture(origin + path))).toEqual([422, 'picture_not_fetched', message]);
  });

  test('is not fetched from a network of ours, however it is written, and the sentence is the same', async () => {
    const { port } = new URL(origin);
    const addresses = [
      `${origin}/a.png`,
      `http://localhost:${port}/a.png`,
      'https://169.254.169.254/',
      'https://[::1]/',
      'http://10.0.0.1/a.png',
    ];
    for (const address of addresses)
      expect(await problemOf(await fetchPicture(address, 'owner', closed))).toEqual([
        422,
        'picture_not_fetched',
        failureMessage,
      ]);
    for (const address of ['file:///etc/passwd', 'data:image/png;base64,AAAA', 'ftp://a.test/b.png', 'b.png', ''])
      expect((await problemOf(await fetchPicture(address)))[1]).toBe('invalid');
    expect(requests).toEqual([]);
  });

  test('is fetched for those alone who may put files into the library', async () => {
    for (const [person, status] of [
      ['student', 403],
      [undefined, 401],
    ] as const)
      expect(
        (
          await app.call('/api/media/fetch-picture', {
            method: 'POST',
            as: person,
            body: { address: `${origin}/a.png` },
          })
        ).status,
      ).toBe(status);
    expect(requests).toEqual([]);
  });
});
