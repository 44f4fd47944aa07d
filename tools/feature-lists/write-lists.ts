import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the vocabulary whose exports are collected: `seed.ts` exports `seed`. */
type Part = { file: string; exports: readonly string[] };

/** The lists of `src/features/`: what runs anywhere, what runs on the server, what the command palette loads, what a lesson can be. */
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
      "import type { Job, Schedule } from '#base/server/jobs.ts';",
      "import type { Seed } from '#base/server/seeding.ts';",
    ].join('\n'),
    parts: [
      { file: 'seed.ts', exports: ['seed'] },
      { file: 'server.ts', exports: ['api'] },
      { file: 'resources.ts', exports: ['resources'] },
      { file: 'jobs.ts', exports: ['jobs', 'schedules'] },
      { file: 'subscribers.ts', exports: ['subscribers'] },
    ],
    typeOf: {
      seed: 'Record<string, Seed>',
      api: 'Api[]',
      resources: 'Resource[]',
      jobs: 'Job[]',
      schedules: 'Schedule[]',
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
];

/** The names of the lists, by what each file exports. */
const listNames: Record<string, string> = { feature: 'features', seed: 'seeds', api: 'apis', activity: 'activities' };

/** Where the formatter breaks a line. */
const MAX_LINE = 120;

type Found = { folder: string; file: string; name: string };

/** The lists as they follow from the files of the features, by path; in the order of `contents.ts`. */
export function featureLists(root: string): Record<string, string> {
  const folders = foldersOf(root);
  return Object.fromEntries(
    lists.map(({ path, comment, types, parts, typeOf }) => {
      const found = parts.flatMap(({ file, exports }) =>
        folders.flatMap((folder) =>
          exportsOf(root, `${folder}/${file}`, exports).map((name) => ({ folder, file, name })),
        ),
      );
      const sections = [...new Set(parts.flatMap((part) => part.exports))].map((name) =>
        listOf(
          name,
          typeOf[name] ?? '',
          found.filter((one) => one.name === name),
        ),
      );
      const head = `/** ${comment} Written by \`npm run features\` from the files of the features: never edited. */`;
      return [
        path,
        `${head}\n\n${[types, ...importsOf(found)].filter(Boolean).join('\n')}\n\n${sections.join('\n\n')}\n`,
      ];
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

function exportsOf(root: string, path: string, names: readonly string[]): string[] {
  const file = join(root, 'src/features', path);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return names.filter((name) => new RegExp(`^export const ${name}\\b`, 'm').test(text));
}

/** `platform/reports/letters` with `seed` is `reportsLettersSeed`. */
function localName({ folder, name }: Found): string {
  const words = [...folder.split('/').slice(1).join('-').split('-'), name];
  return words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');
}

function importsOf(found: readonly Found[]): string[] {
  const byPath = Map.groupBy(found, ({ folder, file }) => `./${folder}/${file}`);
  const lines = [...byPath].map(([path, parts]) => {
    const names = parts.map((part) => `${part.name} as ${localName(part)}`);
    const line = `import { ${names.join(', ')} } from '${path}';`;
    const wrapped = `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';`;
    return { path, text: line.length > MAX_LINE ? wrapped : line };
  });
  return lines.sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ text }) => text);
}

function listOf(name: string, type: string, found: readonly Found[]): string {
  const isNamed = type.startsWith('Record<');
  const isMany = ['resources', 'jobs', 'schedules', 'subscribers', 'records'].includes(name);
  const lines = found.map((part) => {
    if (isNamed) return `  '${part.folder}': ${localName(part)},`;
    return `  ${isMany ? '...' : ''}${localName(part)},`;
  });
  const [open, close] = isNamed ? ['{', '}'] : ['[', ']'];
  const typed = name === 'feature' ? 'readonly Feature[]' : isNamed ? `Readonly<${type}>` : `readonly ${type}`;
  // Each activity says its own type, which courses declares and no list may import.
  const declared = type ? `: ${typed}` : '';
  return `// biome-ignore format: one a line\nexport const ${listNames[name] ?? name}${declared} = ${open}\n${lines.join('\n')}\n${close};`;
}
