import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Rule, readSourceTree, type Violation } from './source-tree.ts';

const PACKAGE = {
  imports: {
    '#paths': './src/paths.ts',
    '#main': './src/main.ts',
    '#app/*': './src/app/*',
    '#backend/*': './src/backend/*',
    '#features/*': './src/features/*',
    '#ui/*': './src/ui/*',
    '#base/*': './src/base/*',
    '#tests/*': './tests/*',
    '#tools/*': './tools/*',
  },
};

/** A small house in which every rule is kept: each test plants one violation into a copy of it. */
export const cleanHouse: Record<string, string> = {
  'package.json': JSON.stringify(PACKAGE),
  'src/main.ts': "import { serve } from '#app/http/server.ts';\nserve();\n",
  'src/paths.ts': "export const home = () => '/';\n",
  'src/features/contents.ts': "export const features = ['platform/accounts', 'learning/courses'] as const;\n",
  'src/base/shared/money.ts': 'export const cents = (amount: number) => amount * 100;\n',
  'src/base/server/database.ts': 'export const database = { asService() {} };\n',
  'src/base/browser/session.ts': "import { cents } from '#base/shared/money.ts';\nexport const session = cents(1);\n",
  'src/ui/buttons/button.tsx': 'export function Button() {\n  return <button type="button">Save</button>;\n}\n',
  'src/backend/auth/sign-in.ts':
    "import { database } from '#base/server/database.ts';\nexport const door = database;\n",
  'src/backend/rest/read.ts': 'export const read = 1;\n',
  'src/features/platform/accounts/schema.ts': 'export type Account = { account_id: string };\n',
  'src/features/platform/accounts/rules.ts':
    "import type { Account } from './schema.ts';\nexport const isOpen = (account: Account) => account.account_id !== '';\n",
  'src/features/platform/accounts/data.ts': "import { isOpen } from './rules.ts';\nexport const read = isOpen;\n",
  'src/features/platform/accounts/migrations/202601010000_create_accounts.sql':
    'create table public.accounts (account_id uuid primary key);\n',
  'src/features/platform/accounts/policies.sql':
    "create function private.mine() returns uuid language sql security definer set search_path = '' as $$ select null $$;\ngrant select, insert (account_id) on public.accounts to authenticated;\n",
  'src/features/platform/accounts/policies.test.ts':
    "import { world } from '#tests/db/world.ts';\nexport const table = world;\n",
  'src/features/learning/courses/rules.ts':
    "import { isOpen } from '#features/platform/accounts/rules.ts';\nexport const isFull = isOpen;\n",
  'src/features/learning/courses/rules.test.ts':
    "import { isFull } from './rules.ts';\nexport const tested = isFull;\n",
  'src/features/learning/courses/server.ts':
    "import { database } from '#base/server/database.ts';\nimport { isFull } from './rules.ts';\nexport const enrol = [database, isFull];\n",
  'src/features/learning/courses/lessons/rules.ts':
    "import { isFull } from '../rules.ts';\nexport const isReleased = isFull;\n",
  'src/features/learning/courses/components/outline.tsx': 'export const Outline = () => null;\n',
  'src/features/learning/courses/screens/course.tsx':
    "import { Button } from '#ui/buttons/button.tsx';\nimport { read } from '#features/platform/accounts/data.ts';\nimport { Outline } from '../components/outline.tsx';\nexport const loader = () => read;\nexport default function Course() {\n  return <Outline />;\n}\nexport const action = Button;\n",
  'src/app/routes.ts': "export default [{ path: '/', file: '../app/site/layout.tsx' }];\n",
  'src/app/site/layout.tsx': 'export default function Layout() {\n  return null;\n}\n',
  'src/app/http/server.ts':
    "import { door } from '#backend/auth/sign-in.ts';\nimport { enrol } from '#features/learning/courses/server.ts';\nexport const serve = () => [door, enrol];\n",
  'tests/db/world.ts': "import { serve } from '#app/http/server.ts';\nexport const world = serve;\n",
  'tools/migrate.ts': "import { features } from '#features/contents.ts';\nexport const all = features;\n",
};

/** The violations of `rule` in the clean house with `planted` files over it (null takes a file away). */
export function violationsWith(rule: Rule, planted: Record<string, string | null>): Violation[] {
  const root = mkdtempSync(join(tmpdir(), 'planted-house-'));
  try {
    for (const [path, text] of Object.entries({ ...cleanHouse, ...planted })) {
      if (text === null) continue;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return rule.check(readSourceTree(root));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** `file:line` of each violation, the failures first of all what a test compares. */
export function placesOf(violations: Violation[]): string[] {
  return violations.map(({ file, line }) => `${file}:${line}`);
}
