/** What a file of a feature is, by its name: the closed vocabulary. */
export type FeatureKind =
  | 'schema'
  | 'rules'
  | 'events'
  | 'data'
  | 'server'
  | 'jobs'
  | 'subscribers'
  | 'mails'
  | 'seed'
  | 'screens'
  | 'components'
  | 'blocks'
  | 'activity'
  | 'texts'
  | 'feature'
  | 'records'
  | 'resources'
  | 'sql'
  | 'outside the vocabulary';

/** The part of the house a file stands in; the import table speaks of these. */
export type Place =
  | { part: 'feature'; feature: string; kind: FeatureKind }
  | { part: 'backend'; service: string }
  | {
      part:
        | 'paths'
        | 'contents'
        | 'feature lists'
        | 'main'
        | 'app'
        | 'ui'
        | 'sheet'
        | 'base/shared'
        | 'base/server'
        | 'base/browser'
        | 'locales'
        | 'tests'
        | 'tools'
        | 'bench'
        | 'configuration'
        | 'nowhere';
    };

/** Written by `npm run features`: they collect what the features export. */
export const FEATURE_LISTS = ['features', 'server-parts', 'records', 'activities', 'events', 'blocks'].map(
  (name) => `src/features/${name}.ts`,
);

const FEATURE_FOLDERS = ['migrations', 'mails', 'screens', 'components', 'texts', 'seed'] as const;
const KIND_BY_STEM: Record<string, FeatureKind> = {
  schema: 'schema',
  rules: 'rules',
  events: 'events',
  data: 'data',
  server: 'server',
  jobs: 'jobs',
  subscribers: 'subscribers',
  seed: 'seed',
  blocks: 'blocks',
  activity: 'activity',
  feature: 'feature',
  records: 'records',
  resources: 'resources',
  policies: 'sql',
};

/** Where a path from the root of the tree stands. A test stands where the file it tests stands. */
export function placeOf(path: string): Place {
  const [top = '', second = '', third = '', ...rest] = path.split('/');
  if (top === 'tests' || top === 'tools' || top === 'bench' || top === 'locales') return { part: top };
  if (top !== 'src') return { part: /^[a-z.-]+\.config\.ts$|^package\.json$/.test(path) ? 'configuration' : 'nowhere' };
  if (path === 'src/paths.ts') return { part: 'paths' };
  if (path === 'src/main.ts') return { part: 'main' };
  if (path === 'src/features/contents.ts') return { part: 'contents' };
  if (FEATURE_LISTS.includes(path)) return { part: 'feature lists' };
  // The component sheet is a page of its own that only developers see.
  if (second === 'ui' && third === 'sheet') return { part: 'sheet' };
  if (second === 'app' || second === 'ui') return { part: second };
  if (second === 'base' && (third === 'shared' || third === 'server' || third === 'browser')) {
    return { part: `base/${third}` };
  }
  if (second === 'backend' && rest.length > 0) return { part: 'backend', service: third };
  // src/features/GROUP/NAME/…; the group is a folder and nothing more.
  const [name, ...inside] = rest;
  if (second === 'features' && name && inside.length > 0)
    return { part: 'feature', feature: `${third}/${name}`, kind: featureKind(inside) };
  return { part: 'nowhere' };
}

/** Does the name say that the file is a test? */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** The folder inside which imports may be relative. */
export function ownFolder(path: string): string {
  const [top = '', second = ''] = path.split('/');
  if (top !== 'src') return path.includes('/') ? top : '.';
  const depth = second === 'features' ? 4 : second === 'backend' ? 3 : 2;
  if (depth > 2) return path.split('/').length > depth ? path.split('/').slice(0, depth).join('/') : `src/${second}`;
  return second === 'app' || second === 'base' || second === 'ui' ? `src/${second}` : 'src';
}

function featureKind(inside: string[]): FeatureKind {
  const [first = '', second = ''] = inside;
  const folder = FEATURE_FOLDERS.find((name) => name === first);
  if (folder) return folder === 'migrations' ? 'sql' : folder;
  // One level of sub-folder is allowed and has the same vocabulary.
  if (inside.length > 1) {
    const nested = FEATURE_FOLDERS.find((name) => name === second);
    if (nested) return nested === 'migrations' ? 'sql' : nested;
    return inside.length === 2 ? kindOfFile(second) : 'outside the vocabulary';
  }
  return kindOfFile(first);
}

function kindOfFile(name: string): FeatureKind {
  const stem = name.replace(/(\.test)?\.(tsx?|sql)$/, '');
  return KIND_BY_STEM[stem] ?? 'outside the vocabulary';
}
