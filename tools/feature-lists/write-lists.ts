import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file of the vocabulary whose exports are collected: `seed.ts` exports `seed`. With `madeBy`, its exports that this
 * function makes are collected under one name, whatever they are called.
 */
type Part = { file: string; exports: readonly string[]; madeBy?: string };

/** The lists of `src/features/`: what runs anywhere, on the server, in the palette, in lessons, in pages, and the catalogue of events. */
const lists: { path: string; comment: string; types: string; parts: Part[]; typeOf: Record<string, string> }[] = [
  {
    path: 'src/features/features.ts',
    comment: 'What every feature brings, as data.',
    types: "import type { Feature } from '#base/shared/feature.ts';",
    parts: [{ file: 'feature.ts', exports: ['feature'] }],
    typeOf: { feature: 'Feature' },
  },
  {
    path: 'src/features/server-parts.ts',
    comment: 'The parts of all features that run on the server.',
    types: [
      "import type { Api } from '#base/server/api.ts';",
      "import type { Resource } from '#base/server/api-resource.ts';",
      "import type { Subscriber } from '#base/server/event-dispatcher.ts';",
      "import type { Attacher, Job, Schedule } from '#base/server/jobs.ts';",
      "import type { Seed } from '#base/server/seeding.ts';",
    ].join('\n'),
    parts: [
      { file: 'seed.ts', exports: ['seed'] },
      { file: 'server.ts', exports: ['api'] },
      { file: 'resources.ts', exports: ['resources'] },
      { file: 'jobs.ts', exports: ['jobs', 'schedules', 'attachers'] },
      { file: 'subscribers.ts', exports: ['subscribers'] },
    ],
    typeOf: {
      seed: 'Record<string, Seed>',
      api: 'Api[]',
      resources: 'Resource[]',
      jobs: 'Job[]',
      schedules: 'Schedule[]',
      attachers: 'Attacher[]',
      subscribers: 'Subscriber[]',
    },
  },
  {
    path: 'src/features/records.ts',
    comment: 'What the command palette finds; loaded with it alone.',
    types: "import type { RecordSource } from '#base/shared/record-source.ts';",
    parts: [{ file: 'records.ts', exports: ['records'] }],
    typeOf: { records: 'RecordSource[]' },
  },
  {
    path: 'src/features/activities.ts',
    comment: 'What a lesson can be; their players and editors are loaded where they stand.',
    types: '',
    parts: [{ file: 'activity.tsx', exports: ['activity'] }],
    typeOf: {},
  },
  {
    path: 'src/features/events.ts',
    comment: 'The catalogue of domain events: every type that a feature records.',
    types: "import type { EventDefinition } from '#base/shared/event-catalogue.ts';",
    parts: [{ file: 'events.ts', exports: ['events'], madeBy: 'defineEvents' }],
    typeOf: { events: 'EventDefinition[]' },
  },
  {
    path: 'src/features/blocks.ts',
    comment: 'The blocks of all features, which pages are built of.',
    types: '',
    parts: [{ file: 'blocks.tsx', exports: ['blocks'] }],
    typeOf: {},
  },
];

/** The names of the lists, by what each file exports. */
const listNames: Record<string, string> = {
  feature: 'features',
  seed: 'seeds',
  api: 'apis',
  activity: 'activities',
  events: 'eventCatalogue',
};

/** Exports that are lists or maps themselves: theirs are joined. */
const JOINED = ['resources', 'jobs', 'schedules', 'attachers', 'subscribers', 'records', 'events', 'blocks'];

/** Where the formatter breaks a line. */
const MAX_LINE = 120;

type Found = { folder: string; file: string; name: string; exported: string };

/** The lists as they follow from the files of the features, by path; in the order of `contents.ts`. */
export function featureLists(root: string): Record<string, string> {
  const folders = foldersOf(root);
  return Object.fromEntries(
    lists.map(({ path, comment, types, parts, typeOf }) => {
      const found = parts.flatMap((part) => folders.flatMap((folder) => exportsOf(root, folder, part)));
      const sections = [...new Set(parts.flatMap((part) => part.exports))].map((name) =>
        listOf(
          name,
          typeOf[name] ?? '',
          found.filter((one) => one.name === name),
        ),
      );
      const head = `/** ${comment} Written by \`npm run features\` from the files of the features: never edited. */`;
      const imports = [types, ...importsOf(found)].filter(Boolean).join('\n');
      return [path, `${head}\n\n${imports}\n\n${sections.join('\n\n')}\n`];
    }),
  );
}

/** Every feature of `contents.ts` and its sub-folders, below `src/features`. */
function foldersOf(root: string): string[] {
  const contents = readFileSync(join(root, 'src/features/contents.ts'), 'utf8');
  const features = [...contents.matchAll(/^ {2}'([a-z-]+\/[a-z-]+)'/gm)].map(([, path = '']) => path);
  return features.flatMap((feature) => {
    const entries = readdirSync(join(root, 'src/features', feature), { withFileTypes: true });
    return [feature, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${feature}/${name}`)];
  });
}

function exportsOf(root: string, folder: string, { file, exports, madeBy }: Part): Found[] {
  const path = join(root, 'src/features', folder, file);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  return exports.flatMap((name) => {
    const pattern = madeBy ? `^export const (\\w+) = ${madeBy}\\(` : `^export const (${name})\\b`;
    return [...text.matchAll(new RegExp(pattern, 'gm'))].map(([, exported = '']) => ({ folder, file, name, exported }));
  });
}

/** `platform/reports/letters` with `seed` is `reportsLettersSeed`. */
function localName({ folder, name }: Found): string {
  const words = [...folder.split('/').slice(1).join('-').split('-'), name];
  return words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');
}

function importsOf(found: readonly Found[]): string[] {
  const byPath = Map.groupBy(found, ({ folder, file }) => `./${folder}/${file}`);
  const lines = [...byPath].map(([path, parts]) => {
    const names = parts.map((part) => `${part.exported} as ${localName(part)}`);
    const line = `import { ${names.join(', ')} } from '${path}';`;
    const wrapped = `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';`;
    return { path, text: line.length > MAX_LINE ? wrapped : line };
  });
  return lines.sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ text }) => text);
}

function listOf(name: string, type: string, found: readonly Found[]): string {
  const isNamed = type.startsWith('Record<');
  const isMap = isNamed || name === 'blocks';
  const lines = found.map((part) => {
    if (isNamed) return `  '${part.folder}': ${localName(part)},`;
    return `  ${JOINED.includes(name) ? '...' : ''}${localName(part)},`;
  });
  const [open, close] = isMap ? ['{', '}'] : ['[', ']'];
  const typed = name === 'feature' ? 'readonly Feature[]' : isNamed ? `Readonly<${type}>` : `readonly ${type}`;
  // Blocks and activities say their own types, which features declare and no list may import.
  const declared = type ? `: ${typed}` : '';
  return `// biome-ignore format: one a line\nexport const ${listNames[name] ?? name}${declared} = ${open}\n${lines.join('\n')}\n${close};`;
}
