import type { FeatureName } from './feature-name.ts';

export function schema({ one, One }: FeatureName): string {
  return `import { z } from 'zod';

/** What a form may send; the table checks the same. */
export const ${one}Input = z.object({
  title: z.string().trim().min(1).max(200),
  is_published: z.boolean(),
});

export type ${One}Input = z.infer<typeof ${one}Input>;
`;
}

export function rules({ one, One }: FeatureName): string {
  return `import type { ${One}Input } from './schema.ts';

/** Whether a visitor sees it: explains to people what the policy decides. */
export function isVisibleToVisitors(${one}: Pick<${One}Input, 'is_published'>): boolean {
  return ${one}.is_published;
}
`;
}

export function rulesTest({ one }: FeatureName): string {
  return `import { describe, expect, test } from 'vitest';
import { isVisibleToVisitors } from './rules.ts';
import { ${one}Input } from './schema.ts';

describe('what may be sent', () => {
  test.each([
    ['a title', { title: 'First', is_published: false }, true],
    ['the longest title', { title: 'x'.repeat(200), is_published: true }, true],
    ['a title too long', { title: 'x'.repeat(201), is_published: true }, false],
    ['nothing but spaces', { title: '   ', is_published: true }, false],
  ])('%s', (_what, input, isFine) => expect(${one}Input.safeParse(input).success).toBe(isFine));
});

test('visitors see what is published', () => {
  expect(isVisibleToVisitors({ is_published: true })).toBe(true);
  expect(isVisibleToVisitors({ is_published: false })).toBe(false);
});
`;
}

export function data({ table, one, One, Many, many, words }: FeatureName): string {
  return `import { dataOf, type Db } from '#base/shared/db-client.ts';
import type { ${One}Input } from './schema.ts';

const COLUMNS = 'id, title, is_published, created_at';
const MOST = 100;

/** The newest ${words} of an account that the caller may see. */
export async function read${Many}(db: Db, account_id: string) {
  const query = db.from('${table}').select(COLUMNS).eq('account_id', account_id);
  return dataOf(await query.order('created_at', { ascending: false }).limit(MOST));
}

export type ${One}Row = Awaited<ReturnType<typeof read${Many}>>[number];

export async function add${One}(db: Db, account_id: string, ${one}: ${One}Input) {
  return dataOf(await db.from('${table}').insert({ account_id, ...${one} }).select(COLUMNS).single());
}

export async function change${One}(db: Db, account_id: string, id: string, ${one}: Partial<${One}Input>) {
  const query = db.from('${table}').update(${one}).eq('account_id', account_id).eq('id', id);
  return dataOf(await query.select(COLUMNS).single());
}

export async function remove${One}(db: Db, account_id: string, id: string) {
  const query = db.from('${table}').delete().eq('account_id', account_id).eq('id', id);
  return dataOf(await query.select('id').single());
}

/** For TanStack Query: the key under which screens keep what \`read${Many}\` answers. */
export const ${many}Key = (account_id: string) => ['${table}', account_id] as const;
`;
}

export function seed({ table, Many }: FeatureName): string {
  return `import type { Seed } from '#base/server/seeding.ts';

/** What the demo shows of this feature. */
export const seed: Seed = async ({ sql, accounts }) => {
  await sql.query(
    \`insert into public.${table} (account_id, title, is_published)
     values ($1, '${Many} of the academy', true), ($1, 'Not ready for visitors', false), ($2, '${Many} of the atelier', true)\`,
    [accounts.demo, accounts.atelier],
  );
};
`;
}

export function feature({ folder, many, Many }: FeatureName): string {
  return `import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: '${folder}',
  screens: [
    { path: paths.${many}(), file: 'screens/${folder}.tsx' },
    { path: paths.manage${Many}(), file: 'screens/manage-${folder}.tsx' },
  ],
  menus: [{ in: 'profile', id: '${many}', href: paths.manage${Many}(), icon: 'Boxes', needs: ['manage_options'] }],
  settings: [{ id: '${many}', area: '${many}', href: paths.manage${Many}() }],
  scopes: ['${folder}:read'],
});
`;
}

export function events({ path, one, one_row, words }: FeatureName): string {
  return `import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const ${one}Events = defineEvents('${path}', {
  '${one_row}.published': {
    subject: '${one_row}',
    facts: z.strictObject({ ${one_row}_id: fact.id }),
    when: 'One of the ${words} is published.',
    // Offered to webhooks once their texts have its name.
    isOffered: false,
  },
});
`;
}

export function records({ folder, table, one, Many }: FeatureName): string {
  return `import { Boxes } from 'lucide-react';
import { byTitle, type RecordSource, searchUrl, titleOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

export const records: RecordSource[] = [
  {
    kind: '${one}',
    of: '${folder}',
    icon: Boxes,
    for: 'member',
    needs: ['manage_options'],
    rows: byTitle((db) => db.from('${table}').select('id, title')),
    label: titleOf,
    href: (row) => searchUrl(paths.manage${Many}(), titleOf(row)),
  },
];
`;
}

export function resources({ folder, table, words }: FeatureName): string {
  return `import { z } from 'zod';
import { idShape, momentShape, type Resource } from '#base/server/api-resource.ts';

export const resources: Resource[] = [
  {
    name: '${folder}',
    title: '${words[0]?.toUpperCase()}${words.slice(1)}',
    scope: '${folder}:read',
    table: '${table}',
    columns: 'id, title, is_published, created_at, updated_at',
    filters: { is_published: z.enum(['true', 'false']) },
    row: z.object({
      id: idShape,
      title: z.string(),
      is_published: z.boolean(),
      created_at: momentShape,
      updated_at: momentShape,
    }),
  },
];
`;
}
