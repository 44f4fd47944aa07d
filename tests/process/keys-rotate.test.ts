import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dataFolder, healthy, npmStart, type Product, removeFolder } from './product.ts';

const folder = dataFolder();
const products: Product[] = [];
afterAll(async () => {
  for (const product of products) product.npm.kill('SIGTERM');
  await Promise.all(products.map((product) => product.ended));
  removeFolder(folder);
});

async function start(): Promise<Product> {
  const product = await npmStart({ SEED: 'none', DATA_DIR: folder, LOG_LEVEL: 'info' });
  products.push(product);
  await healthy(product);
  return product;
}
const stop = async (product: Product) => {
  product.npm.kill('SIGTERM');
  await product.ended;
};
async function rotate(argument?: string, variables: Record<string, string> = {}) {
  const made = await npmStart(
    { DATA_DIR: folder, ...variables },
    { script: 'keys:rotate', ...(argument ? { argument } : {}) },
  );
  return { code: (await made.ended).code, output: made.output() };
}
const keys = () => JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as Record<string, string>;
const readSealedAnew = (product: Product) => expect.poll(product.output, { timeout: 20_000 }).toContain('sealed anew');

test('npm run keys:rotate: nobody is signed out, the secret key is another one, and what is still needed is not forgotten', async () => {
  const first = await start();
  const { anon_key, service_role_key } = keys();
  const signUp = await fetch(`${first.origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anon_key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'here@stoa.test', password: 'a long enough password' }),
  });
  const { access_token } = (await signUp.json()) as { access_token: string };
  const user = async ({ origin }: Product) =>
    (await fetch(`${origin}/auth/v1/user`, { headers: { authorization: `Bearer ${access_token}` } })).status;
  expect(await user(first)).toBe(200);

  // Beside a running server its keys would part from the file.
  expect(await rotate()).toMatchObject({ code: 1, output: expect.stringContaining('already running') });
  await stop(first);
  expect(await rotate(undefined, { JWT_SECRET: 'an operator’s own secret, long enough' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('JWT_FORMER_SECRETS'),
  });
  expect((await rotate()).code).toBe(0);
  expect(await rotate('--forget-former')).toMatchObject({ code: 1, output: expect.stringContaining('sealed anew') });

  const second = await start();
  expect(keys().service_role_key).not.toBe(service_role_key);
  expect(await user(second)).toBe(200);
  await readSealedAnew(second);
  await stop(second);
  expect((await rotate('--forget-former')).code).toBe(0);

  const third = await start();
  expect(await user(third)).toBe(403);
});
