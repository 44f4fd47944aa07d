import { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiEnv, type ApiTools, fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { AppError } from '#base/shared/errors.ts';
import { type CertificateWorld, openCertificates } from '#tests/db/certificates.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { readPdf } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
import { api } from './server.ts';

let world: World;
let at: CertificateWorld;
let id: string;
const read: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  at = await openCertificates(world);
  await world.sql.query('update public.certificate_designs set logo = $2 where id = $1', [
    at.design,
    `/storage/v1/object/public/${world.demo}/public/logo.png`,
  ]);
  await at.complete();
  id = (await at.issued())[0]?.id ?? '';
});
afterAll(() => world.close());

function routesFor(person: Person) {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    const account = { account_id: world.demo, slug: 'demo', domain: null, is_platform: false, features: [] };
    context.set('account', account);
    context.set('caller', world.caller(person));
    context.set('origin', 'http://demo.localhost:3000');
    await next();
  });
  const limit: ApiTools['limit'] = async () => {};
  const readPublicFile: ApiTools['readPublicFile'] = async (path) => {
    read.push(path);
    return sharp({ create: { width: 60, height: 10, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
  };
  api(router, { database: world.database, limit, jobs: { t: textOf }, readPublicFile } as ApiTools);
  router.onError((raw) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return errorResponse(error);
    throw error;
  });
  return router;
}
const get = (person: Person, certificate: string) => routesFor(person).request(`/api/certificates/${certificate}/pdf`);

describe('the PDF of a certificate', () => {
  test.each<[Person, number]>([
    ['student', 200],
    ['parent', 200],
    ['instructor', 200],
    ['owner', 200],
    ['member', 404],
    ['atelierOwner', 404],
    ['blocked', 404],
    ['stolen', 404],
    ['visitor', 401],
  ])('for %s: %i', async (person, status) => expect((await get(person, id)).status).toBe(status));

  test('of an id that is none: 404', async () => {
    expect((await get('student', 'x')).status).toBe(404);
    expect((await get('student', crypto.randomUUID())).status).toBe(404);
  });

  test('is that of the certificate, with its picture and the address that proves it', async () => {
    const response = await get('student', id);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { pages } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(pages[0]?.images).toBe(1);
    expect(pages[0]?.texts.map(([, text]) => text)).toEqual(
      expect.arrayContaining(['Light and exposure', `http://demo.localhost:3000/certificates/${id}`]),
    );
    expect(new Set(read)).toEqual(new Set([`/storage/v1/object/public/${world.demo}/public/logo.png`]));
  });
});
