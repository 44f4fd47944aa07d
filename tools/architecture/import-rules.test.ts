import { describe, expect, test } from 'vitest';
import { appRooms } from './app-rooms.ts';
import { cycles } from './cycles.ts';
import { featureScatter } from './feature-scatter.ts';
import { importTable } from './import-table.ts';
import { placesOf, violationsWith } from './planted-tree.ts';
import { specifiers } from './specifiers.ts';

describe('who may import whom', () => {
  test('a clean house keeps the table', () => expect(violationsWith(importTable, {})).toEqual([]));

  const forbidden: [what: string, file: string, line: string, said: RegExp][] = [
    ['paths imports anything', 'src/paths.ts', "import '#base/shared/money.ts';", /import nothing/],
    ['paths imports a package', 'src/paths.ts', "import 'zod';", /import nothing/],
    [
      'contents imports anything',
      'src/features/contents.ts',
      "import './platform/accounts/rules.ts'; export const features = ['platform/accounts', 'learning/courses'];",
      /import nothing/,
    ],
    [
      'shared ground reaches the server',
      'src/base/shared/money.ts',
      "import '#base/server/database.ts';",
      /base\/shared imports only itself/,
    ],
    [
      'shared ground uses Node',
      'src/base/shared/money.ts',
      "import { readFileSync } from 'node:fs';",
      /runs in a browser/,
    ],
    [
      'server ground reaches the browser',
      'src/base/server/database.ts',
      "import '../browser/session.ts';",
      /own folder and base\/shared/,
    ],
    [
      'server ground reaches above',
      'src/base/server/database.ts',
      "import '#app/http/server.ts';",
      /own folder and base\/shared/,
    ],
    [
      'ui reaches a feature',
      'src/ui/buttons/button.tsx',
      "import '#features/platform/accounts/rules.ts';",
      /own folder and base\/shared/,
    ],
    ['ui uses the server', 'src/ui/buttons/button.tsx', "import pg from 'pg';", /runs in a browser/],
    [
      'backend reaches a feature',
      'src/backend/auth/sign-in.ts',
      "import '#features/platform/accounts/rules.ts';",
      /backend service imports only/,
    ],
    [
      'a service reaches another',
      'src/backend/auth/sign-in.ts',
      "import '../rest/read.ts';",
      /backend service imports only/,
    ],
    [
      'a service reaches the gateway',
      'src/backend/auth/sign-in.ts',
      "import '#backend/gateway/gateway.ts';",
      /the gateway alone/,
    ],
    [
      'the gateway reaches the product',
      'src/backend/gateway/gateway.ts',
      "import '#app/http/server.ts';",
      /the gateway alone/,
    ],
    ['tools reach a service', 'tools/backend.ts', "import '#backend/auth/sign-in.ts';", /tools and bench import only/],
    [
      'a feature reaches backend',
      'src/features/learning/courses/server.ts',
      "import '#backend/auth/sign-in.ts';",
      /server\.ts, jobs\.ts/,
    ],
    [
      'rules reach data',
      'src/features/platform/accounts/rules.ts',
      "import './data.ts';",
      /schema\.ts, rules\.ts and events\.ts import only/,
    ],
    [
      'data reaches data of another',
      'src/features/learning/courses/data.ts',
      "import '#features/platform/accounts/data.ts';",
      /data\.ts imports only/,
    ],
    [
      'a screen reaches the server',
      'src/features/learning/courses/screens/course.tsx',
      "import '../server.ts';",
      /Screens, components/,
    ],
    [
      'a screen reaches screens of another',
      'src/features/learning/courses/screens/course.tsx',
      "import '#features/platform/accounts/screens/a.tsx';",
      /Screens, components/,
    ],
    [
      'a component reaches a screen',
      'src/features/learning/courses/components/outline.tsx',
      "import '../screens/course.tsx';",
      /Screens, components/,
    ],
    [
      'server.ts reaches data',
      'src/features/platform/accounts/server.ts',
      "import './data.ts';",
      /server\.ts, jobs\.ts/,
    ],
    [
      'server.ts reaches server.ts of another',
      'src/features/learning/courses/server.ts',
      "import '#features/platform/accounts/server.ts';",
      /server\.ts, jobs\.ts/,
    ],
    [
      'what a feature brings uses Node',
      'src/features/learning/courses/feature.ts',
      "import { readFileSync } from 'node:fs';",
      /runs in a browser/,
    ],
    [
      'what a feature brings reaches a screen',
      'src/features/learning/courses/feature.ts',
      "import './screens/course.tsx';",
      /feature\.ts imports only/,
    ],
    [
      'what the palette finds uses Node',
      'src/features/learning/courses/records.ts',
      "import 'node:fs';",
      /runs in a browser/,
    ],
    [
      'what the palette finds reaches data of another',
      'src/features/learning/courses/records.ts',
      "import '#features/platform/accounts/data.ts';",
      /records\.ts imports only/,
    ],
    [
      'what API keys read reaches data',
      'src/features/platform/accounts/resources.ts',
      "import './data.ts';",
      /server\.ts, jobs\.ts/,
    ],
    [
      'a list of features collects something else',
      'src/features/features.ts',
      "import './platform/accounts/rules.ts';",
      /import only what they collect/,
    ],
    [
      'a screen uses Node',
      'src/features/learning/courses/screens/course.tsx',
      "import 'node:fs';",
      /runs in a browser/,
    ],
    ['app reaches main', 'src/app/http/server.ts', "import '#main';", /app imports anything of src but main/],
    ['app reaches tests', 'src/app/http/server.ts', "import '#tests/db/world.ts';", /nothing outside src/],
    [
      'main reaches a feature',
      'src/main.ts',
      "import '#features/learning/courses/server.ts';",
      /main\.ts imports only/,
    ],
    [
      'tools reach a feature',
      'tools/migrate.ts',
      "import '#features/learning/courses/server.ts';",
      /tools and bench import only/,
    ],
    [
      'tests/ reaches a feature',
      'tests/db/world.ts',
      "import '#features/learning/courses/server.ts';",
      /Code of tests imports only/,
    ],
    [
      'a test has more rights than its neighbour',
      'src/features/learning/courses/rules.test.ts',
      "import './server.ts';",
      /schema\.ts, rules\.ts and events\.ts import only/,
    ],
    [
      'code imports a test',
      'src/features/learning/courses/server.ts',
      "import './rules.test.ts';",
      /imported by nobody/,
    ],
    [
      'a type counts',
      'src/ui/buttons/button.tsx',
      "import type { Account } from '#features/platform/accounts/schema.ts';",
      /own folder and base\/shared/,
    ],
    [
      'a type written in place counts',
      'src/ui/buttons/button.tsx',
      "export type A = import('#features/platform/accounts/schema.ts').Account;",
      /own folder and base\/shared/,
    ],
    [
      'a dynamic import counts',
      'src/ui/buttons/button.tsx',
      "export const late = () => import('#features/platform/accounts/schema.ts');",
      /own folder and base\/shared/,
    ],
    [
      'a glob counts',
      'src/ui/buttons/button.tsx',
      "export const all = import.meta.glob(['../../features/*/*/blocks.tsx']);",
      /own folder and base\/shared/,
    ],
    ['a file stands nowhere', 'src/misplaced.ts', "import '#base/shared/money.ts';", /Every file of src stands in/],
  ];
  test.each(forbidden)('%s', (_what, file, line, said) => {
    const violations = violationsWith(importTable, { [file]: `\n${line}\n` });
    expect(placesOf(violations)).toEqual([`${file}:2`]);
    expect(violations[0]).toMatchObject({ rule: expect.stringMatching(said), severity: 'failure' });
    expect(violations[0]?.instead).toMatch(/^[A-Z].+\.$/);
  });

  test('the component sheet reaches the stylesheets of app and nothing else of it', () => {
    const sheet = (line: string) => violationsWith(importTable, { 'src/ui/sheet/sheet.tsx': `${line}\n` });
    expect(sheet("import '../../app/styles/dashboard.css';")).toEqual([]);
    expect(placesOf(sheet("import '#app/http/server.ts';"))).toEqual(['src/ui/sheet/sheet.tsx:1']);
  });

  test('a feature uses only those above it in contents.ts', () => {
    const [violation, ...others] = violationsWith(importTable, {
      'src/features/platform/accounts/schema.ts': "import '#features/learning/courses/rules.ts';\n",
    });
    expect(others).toEqual([]);
    expect(violation?.rule).toContain('learning/courses is not above platform/accounts');
  });
});

describe('no import cycle', () => {
  test('a clean house has none', () => expect(violationsWith(cycles, {})).toEqual([]));

  test('a circle over three files, one of its ties a type and one dynamic, is told once with its way', () => {
    const violations = violationsWith(cycles, {
      'src/base/shared/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
      'src/base/shared/b.ts': "export const later = () => import('./c.ts');\nexport type B = 1;\n",
      'src/base/shared/c.ts':
        "import { later } from './b.ts';\nimport type { A } from './a.ts';\nexport const c: A = later;\n",
    });
    expect(placesOf(violations)).toEqual(['src/base/shared/a.ts:1']);
    expect(violations[0]?.rule).toContain(
      'src/base/shared/a.ts -> src/base/shared/b.ts -> src/base/shared/c.ts -> src/base/shared/a.ts',
    );
  });

  test('a file that imports itself', () => {
    expect(placesOf(violationsWith(cycles, { 'src/ui/self.ts': "import './self.ts';\n" }))).toEqual([
      'src/ui/self.ts:1',
    ]);
  });
});

describe('how imports are written', () => {
  test('a clean house writes them so', () => expect(violationsWith(specifiers, {})).toEqual([]));

  test.each([
    ['without extension', "import './rules';", /with the extension/],
    ['relative out of the own folder', "import '../accounts/rules.ts';", /inside the own folder/],
    ['from the root of the disk', "import '/src/paths.ts';", /relative or begins with a name/],
    ['to no file', "import './schema.ts';", /names a file that exists/],
    ['broken syntax', 'import {', /does not parse/],
  ])('%s', (_what, line, said) => {
    const violations = violationsWith(specifiers, { 'src/features/learning/courses/server.ts': `${line}\n` });
    expect(placesOf(violations)).toEqual(['src/features/learning/courses/server.ts:1']);
    expect(violations[0]?.rule).toMatch(said);
  });

  test('types that the framework writes beside a route are let through', () => {
    const planted = {
      'src/features/learning/courses/screens/course.tsx': "import type { Route } from './+types/course';\n",
    };
    expect(violationsWith(specifiers, planted)).toEqual([]);
    expect(violationsWith(importTable, planted)).toEqual([]);
  });
});

describe('rooms of src/app', () => {
  /** Folders of which each imports all of the next `reach`. */
  const folders = (count: number, reach: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `src/app/folder-${at}/part.ts`,
        Array.from({ length: Math.min(reach, count - 1 - at) }, (_, step) => at + 1 + step)
          .map((below) => `import '../folder-${below}/part.ts';\n`)
          .join(''),
      ]),
    );
  const rulesWith = (planted: Record<string, string>) => violationsWith(appRooms, planted).map(({ rule }) => rule);

  test('a clean house keeps them', () => expect(violationsWith(appRooms, {})).toEqual([]));

  test.each([
    ['too many', folders(16, 0), /at most 15 folders and loose files/],
    ['too deep', folders(6, 1), /at most 5 floors; it has 6/],
    ['too many pairs that import each other', folders(9, 9), /At most 35 pairs .* there are 36/],
  ])('%s', (_what, planted, said) => {
    expect(rulesWith(planted)).toContainEqual(expect.stringMatching(said));
  });

  test('an arrow upward, also of a type, at the import that closes the circle', () => {
    const violations = violationsWith(appRooms, {
      'src/app/cache/pages.ts': "import { a } from '../host/site-of.ts';\nexport const pages = a;\n",
      'src/app/host/site-of.ts': "export const a = 1;\nexport type B = import('../cache/tags.ts').Tag;\n",
      'src/app/cache/tags.ts': 'export type Tag = string;\n',
    });
    expect(placesOf(violations)).toEqual(['src/app/host/site-of.ts:2']);
    expect(violations[0]?.rule).toContain('cache -> host -> cache');
  });

  test('tests are no part of the drawing', () => {
    expect(rulesWith({ 'src/app/site/layout.test.ts': "import { serve } from '../http/server.ts';\n" })).toEqual([]);
  });
});

describe('a feature is a folder', () => {
  const line = "export const label = 'Coupon';\n";
  test.each([
    ['src/app/database/limits.ts', 1],
    ['src/features/learning/courses/rules.ts', 1],
    ['src/ui/fields/code.tsx', 1],
    ['src/features/commerce/coupons/rules.ts', 0],
    ['src/features/commerce/orders/rules.ts', 0],
    ['src/features/learning/courses/rules.test.ts', 0],
    ['src/features/learning/courses/seed.ts', 0],
  ])('%s names coupons: %d', (file, count) => {
    expect(violationsWith(featureScatter, { [file]: line })).toHaveLength(count);
  });

  test('a comment names nothing', () => {
    const planted = { 'src/app/site/sum.ts': '// Without a coupon.\nexport const sum = 1;\n' };
    expect(violationsWith(featureScatter, planted)).toEqual([]);
  });
});
