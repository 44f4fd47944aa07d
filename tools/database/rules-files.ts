import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '#base/server/database.ts';
import { root } from '#base/server/root.ts';
import { contents } from '#features/contents.ts';
import { type CallRules, readCallRules, readTableRules, type TableRules } from './rules-catalogue.ts';

const WRITTEN = 'Written by `npm run db:types` from the database’s own catalogue; never edited.';
const VERBS = ['read', 'add', 'change', 'remove', 'all'];
const VERBS_OF_GRANTS: Record<string, string> = { select: 'read', insert: 'add', update: 'change', delete: 'remove' };
const PEOPLE: Record<string, string> = { anon: 'visitors', authenticated: 'people', service_role: 'the service key' };

/** The pages of `docs/rules/`, by path: what a value must be, what must fit together, and who may do what with which field. */
export async function rulesFiles(sql: Sql): Promise<Map<string, string>> {
  const tables = await readTableRules(sql);
  const calls = await readCallRules(sql);
  const sources = sourcesOfFeatures();
  const files = new Map<string, string>();
  const listed: string[] = [];
  for (const [feature, { text, schemas }] of sources) {
    const own = tables.filter(({ name }) => makes(text, 'table', name.includes('.') ? name : `public.${name}`));
    const ownCalls = calls.filter(({ name }) => makes(text, 'function', `public.${name}`));
    if (own.length + ownCalls.length === 0) continue;
    const path = `docs/rules/${feature.replace('backend/', 'service-')}.md`;
    files.set(path, pageOf(feature, own, ownCalls, schemas));
    listed.push(
      `- [${feature}](rules/${path.split('/').at(-1)}): ${own.map(({ name }) => name).join(', ') || 'calls alone'}`,
    );
  }
  files.set('docs/rules.md', indexOf(listed));
  return files;
}

/** Tables and calls that no page tells of. */
export async function untold(sql: Sql): Promise<string[]> {
  const told = [...(await rulesFiles(sql)).values()].join('\n');
  const names = [...(await readTableRules(sql)), ...(await readCallRules(sql))].map(({ name }) => name);
  return names.filter((name) => !told.includes(`\n### ${name}\n`) && !told.includes(`\n- \`${name}\``));
}

function sourcesOfFeatures(): Map<string, { text: string; schemas: string[] }> {
  const of = (folder: string) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
    const read = (name: string) => readFileSync(join(root, folder, name), 'utf8');
    return {
      text: files
        .filter((name) => name.endsWith('.sql'))
        .map(read)
        .join('\n'),
      schemas: files.filter((name) => /(?:^|\/)schema\.ts$/.test(name)).map((name) => `${folder}/${name}`),
    };
  };
  const features = contents.map((path) => [path.slice(path.indexOf('/') + 1), of(`src/features/${path}`)] as const);
  const services = ['storage', 'realtime'].map((name) => [`backend/${name}`, of(`src/backend/${name}`)] as const);
  return new Map([...features, ...services]);
}

function makes(text: string, kind: 'table' | 'function', name: string): boolean {
  const moved = `alter ${kind} private.${name.replace('public.', '')} set schema public;`;
  return (
    new RegExp(`create ${kind} (?:if not exists )?${name.replace('.', '\\.')}[ (]`, 'i').test(text) ||
    text.includes(moved)
  );
}

function indexOf(listed: readonly string[]): string {
  return `# Rules

${WRITTEN}

What every value must look like, what must fit together, and who may do what with which field, feature by feature. PostgreSQL keeps all of it, for
every way in; \`tools/database/generated.test.ts\` holds these pages against it. What is above the database stands elsewhere: shapes of calls in
the \`schema.ts\` each page names, shapes of the public API in its OpenAPI document (\`/api/v1/openapi.json\`), those of the data service in its own (\`/rest/v1/\`),
refusals in [error-codes.md](error-codes.md), limits of time and number in [security.md](security.md).

How to read a page: **must be** lists the constraints as PostgreSQL has them; **fits together** its keys and references; **kept by** what
triggers see to; **who may** the policies by their names, each a sentence that holds for the verb before it (a policy never gives more than the fields below);
**fields** what each role may touch at all: *visitors* are nobody signed in, *people* anybody signed in. A table without a line for a verb can't be
touched so by any client; the server's own code and the service key pass by these, see [security.md](security.md).

${listed.join('\n')}
`;
}

function pageOf(
  feature: string,
  tables: readonly TableRules[],
  calls: readonly CallRules[],
  schemas: readonly string[],
): string {
  const shapes =
    schemas.length > 0 ? `\nShapes of its calls: ${schemas.map((path) => `\`${path}\``).join(', ')}.\n` : '';
  return `# Rules of ${feature}

${WRITTEN} How to read it: [rules.md](../rules.md).
${shapes}${tables.map((table) => `\n${tableText(table)}`).join('')}${callsText(calls)}`;
}

function tableText(table: TableRules): string {
  const required = table.columns.filter((column) => column.required).map(({ name }) => `\`${name}\``);
  const parts = [
    `### ${table.name}\n`,
    ...(table.comment ? [`${table.comment}\n`] : []),
    ...(required.length > 0 ? [`- **must be there:** ${required.join(', ')}`] : []),
    ...listOf(
      'must be',
      table.checks.map((text) => `\`${plain(text.replace(/^CHECK /, ''))}\``),
    ),
    ...listOf(
      'fits together',
      table.keys.map((text) => `\`${plain(text.replace(/^CREATE UNIQUE INDEX \S+ ON \S+ USING \w+ /, 'UNIQUE '))}\``),
    ),
    ...listOf('kept by', table.triggers),
    ...listOf(
      'who may',
      [...table.policies]
        .sort((left, right) => VERBS.indexOf(left.verb) - VERBS.indexOf(right.verb))
        .map(
          ({ name, verb, roles, is_limit }) =>
            `${verb}${is_limit ? ', whatever else holds' : ''}: ${name} (${roles.map(person).join(', ')})`,
        ),
    ),
    ...listOf('fields', fieldsOf(table)),
  ];
  return `${parts.join('\n')}\n`;
}

function fieldsOf({ columns, grants }: TableRules): string[] {
  return grants
    .filter(({ verb }) => verb in VERBS_OF_GRANTS)
    .map(({ role, verb, columns: granted }) => {
      const act = `${person(role)} ${VERBS_OF_GRANTS[verb]}`;
      if (verb === 'delete') return `${act} whole rows`;
      const left = granted ? columns.filter(({ name }) => !granted.includes(name)).map(({ name }) => name) : [];
      if (left.length === 0) return `${act} all`;
      const isLonger = (granted?.length ?? 0) > left.length && left.length <= 4;
      return isLonger
        ? `${act} all but ${left.map(code).join(', ')}`
        : `${act} ${(granted ?? []).map(code).join(', ')}`;
    });
}

function callsText(calls: readonly CallRules[]): string {
  if (calls.length === 0) return '';
  const lines = calls.map(
    ({ name, comment, roles }) => `- \`${name}\` (${roles.map(person).join(', ')}): ${comment ?? 'no sentence'}`,
  );
  return `\n## Calls\n\n${lines.join('\n')}\n`;
}

function listOf(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`- **${title}:**`, ...entries.map((entry) => `  - ${entry}`)];
}

/** A constraint without the casts PostgreSQL writes out. */
function plain(text: string): string {
  return text
    .replace(/::(?:text|character varying|jsonb|integer|bigint|numeric)(?:\[\])?/g, '')
    .replace(/\s+/g, ' ')
    .replaceAll('`', '’');
}

const code = (name: string) => `\`${name}\``;
const person = (role: string) => PEOPLE[role] ?? role;
