import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

/** One example of the client's own documentation: its tables, its call and the documented response. */
type Example = { file: string; name: string; sql: string; code: string; response: string };

/** The client's sources come with the package, and its documentation is in them. */
function documentedExamples(): Example[] {
  const main = createRequire(createRequire(import.meta.url).resolve('@supabase/supabase-js')).resolve(
    '@supabase/postgrest-js',
  );
  const folder = join(main.slice(0, main.lastIndexOf(`${sep}dist${sep}`)), 'src');
  return readdirSync(folder)
    .filter((file) => file.startsWith('Postgrest') && file.endsWith('.ts'))
    .flatMap((file) => examplesOf(file, readFileSync(join(folder, file), 'utf8')));
}

function examplesOf(file: string, source: string): Example[] {
  const examples: Example[] = [];
  for (const [comment] of source.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    // Some code fences are duplicated.
    const text = comment
      .replace(/^[ \t]*\* ?/gm, '')
      .replace(/```sql\s+```sql/g, '```sql')
      .replace(/```\s+```\n/g, '```\n');
    const parts = (tag: string) =>
      new Map(
        [...text.matchAll(new RegExp(`@${tag} (.+)\\n\`\`\`\\w*\\n([\\s\\S]*?)\\n?\`\`\``, 'g'))].map(
          ([, name, body]) => [name ?? '', body ?? ''],
        ),
      );
    const [codes, tables, responses] = [parts('example'), parts('exampleSql'), parts('exampleResponse')];
    const method = /^\s*(?:async )?(\w+)/.exec(source.slice(source.indexOf(comment) + comment.length))?.[1];
    for (const [name, code] of codes) {
      const [sql, response] = [tables.get(name), responses.get(name)];
      if (sql !== undefined && response !== undefined)
        examples.push({ file, name: `${method}: ${name}`, sql, code, response });
    }
  }
  return examples;
}

const examples = documentedExamples();
let db: Wire;
beforeAll(async () => {
  db = await openWire({
    schemas: ['public', 'myschema'],
    planEnabled: true,
    aggregatesEnabled: true,
    txEnd: 'commit-allow-override',
  });
});
afterAll(() => db?.close());

const EMPTY = `drop schema if exists public cascade; drop schema if exists myschema cascade; drop schema if exists extensions cascade;
  create schema public; create schema extensions;
  create function extensions.uuid_generate_v4() returns uuid language sql as 'select gen_random_uuid()';`;
const GRANTS = ['public', 'myschema']
  .map(
    (schema) => `create schema if not exists ${schema}; grant usage on schema ${schema} to service_role;
      grant all on all tables in schema ${schema} to service_role; grant all on all sequences in schema ${schema} to service_role;
      grant execute on all functions in schema ${schema} to service_role;`,
  )
  .join('\n');

/** Examples whose documented response can't be compared literally, and why. */
const LOOSE: Record<string, string> = {
  'is: Checking for nullness, true or false': 'shows null as a text',
  'upsert: Upsert your data': 'shows the status of an older service: nothing was added',
  'select: With `upsert()`': 'shows the status of an older service: nothing was added',
  'order: Order parent table by a referenced table': 'shows the table under its name, not under the alias asked for',
  'limit: On a referenced table': 'shows one of two rows that nothing puts in an order',
  'explain: Get the execution plan': 'shows a plan, which differs from server to server',
  'explain: Get the execution plan with analyze and verbose': 'shows a plan, which differs from server to server',
};
/** The example creates other tables than it fills. */
const BROKEN = new Set(['select: Querying referenced table with count']);

/** Ids are generated. */
function expectedOf(response: string): Record<string, unknown> {
  const documented = JSON.parse(response, (_key, value) =>
    typeof value === 'string' && /^[\da-f]{8}-[\da-f]{4}-/.test(value) ? expect.any(String) : value,
  ) as Record<string, unknown>;
  const { statusText: _text, ...compared } = documented;
  return { error: null, ...compared };
}

/** The value of the example's variable, or its `data`, `error` and so on. */
async function run(code: string, supabase: SupabaseClient): Promise<unknown> {
  const [, call = ''] = /await ([\s\S]*?)(?:;\s*$|\n\s*\n|$)/.exec(code.trim()) ?? [];
  const build = new Function('supabase', `return ${call}`) as (client: SupabaseClient) => Promise<unknown>;
  return await build(supabase);
}

describe('the examples of the client’s documentation', () => {
  const runnable = examples.filter(({ name }) => !BROKEN.has(name));

  test('are there: at least two of three methods have one', () => {
    expect(runnable.length).toBeGreaterThan(60);
    for (const name of [...Object.keys(LOOSE), ...BROKEN])
      expect(examples.map((example) => example.name)).toContain(name);
  });

  test.each(runnable.map((example) => [example.name, example] as const))(
    '%s',
    async (name, { sql, code, response }) => {
      await db.change(`${EMPTY}\nset search_path = public;\n${sql};\n${GRANTS}`);
      const actual = (await run(code, db.service)) as { data: unknown; error: unknown; status: number };
      if (LOOSE[name]) expect([actual.error, [200, 201].includes(actual.status)]).toEqual([null, true]);
      else expect(actual).toMatchObject(expectedOf(response));
    },
  );

  test('a count of what is embedded, and of everything, without brackets', async () => {
    await db.change(`${EMPTY} create table public.sections (id int primary key, name text);
      create table public.instruments (id int primary key, section_id int references public.sections);
      insert into public.sections values (1, 'strings'), (2, 'none');
      insert into public.instruments select n, 1 from generate_series(1, 4) n; ${GRANTS}`);
    const { data } = await db.service.from('sections').select('name, instruments(count)').order('id');
    expect(data).toEqual([
      { name: 'strings', instruments: [{ count: 4 }] },
      { name: 'none', instruments: [{ count: 0 }] },
    ]);
    expect((await db.service.from('instruments').select('count').single()).data).toEqual({ count: 4 });
    const grouped = await db.service.from('sections').select('name, count');
    expect([grouped.status, grouped.error?.code]).toEqual([400, '42803']);
  });
});
