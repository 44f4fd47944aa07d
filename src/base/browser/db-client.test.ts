import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Site } from '#base/shared/site.ts';
import { dbOf } from './db-client.ts';

const root = join(import.meta.dirname, '../../..');
const site = { account: {}, backend: { url: '', anon_key: 'key' }, origin: 'https://school.test' } as Site;

/** Every file that runs in a browser with the page's db client. */
const files = globSync('src/{base/browser,features,ui,app/dashboard,app/site}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.|(?:^|\/)(?:server|jobs|seed|subscribers|full-db-client)\.ts$|\/(?:seed|mails)\//.test(file),
);
const called = (pattern: RegExp) => [
  ...new Set(
    files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name)),
  ),
];

const at = (names: string, from: unknown) =>
  names.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], from);

test('has every method of sessions that screens call', () => {
  const names = called(/\bauth\s*\.((?:mfa\.webauthn\.|mfa\.|passkey\.)?[a-zA-Z]+)\(/g);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => typeof at(name, dbOf(site).auth) !== 'function')).toEqual([]);
});

test('has every method of files that screens call', () => {
  const names = called(/(?:\.storage\s*\.from\([^)]*\)|\bbucket)\s*\.([a-zA-Z]+)\(/g);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => typeof at(name, dbOf(site).storage.from('a')) !== 'function')).toEqual([]);
});

test('reads nothing on a server, where it belongs to nobody', async () => {
  const { error } = await dbOf(site).from('posts').select();
  expect(error?.message).toContain('in effects and handlers alone');
});
