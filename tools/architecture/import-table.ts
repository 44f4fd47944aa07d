import { serverPackages } from '../server-imports.ts';
import { type FeatureKind, isTest, ownFolder, type Place, placeOf } from './places.ts';
import type { Import, Rule, SourceTree, Violation } from './source-tree.ts';

const SHARED_KINDS: FeatureKind[] = ['schema', 'rules', 'events'];
const SERVER_KINDS: FeatureKind[] = ['server', 'resources', 'jobs', 'subscribers', 'mails', 'seed', 'sql'];
/** What the lists of features collect. */
const LISTED_KINDS: FeatureKind[] = [
  'feature',
  'seed',
  'server',
  'resources',
  'jobs',
  'subscribers',
  'records',
  'activity',
  'events',
  'blocks',
];
const SCREEN_KINDS: FeatureKind[] = ['screens', 'components', 'blocks', 'activity'];
const OWN_OF_SCREENS: Record<string, FeatureKind[]> = {
  screens: ['data', 'components', 'blocks', 'screens'],
  components: ['data', 'components'],
  blocks: ['data', 'components', 'blocks'],
  activity: ['data', 'components'],
};

const SENTENCES = {
  nothing: 'paths.ts and features/contents.ts import nothing.',
  'base/shared': 'base/shared imports only itself.',
  ground: 'base/server, base/browser and ui import only their own folder and base/shared.',
  backend:
    'A backend service imports only its own folder, base/shared and base/server; the gateway alone also the services.',
  shared:
    'schema.ts, rules.ts and events.ts import only base/shared and the schema.ts, rules.ts and events.ts of their own and of earlier features.',
  data: 'data.ts imports only base/shared, own data.ts, and the schema.ts and rules.ts of its own and of earlier features.',
  screens:
    'Screens, components, blocks and activities import only ui, base/shared, base/browser, paths.ts, own parts, and schema.ts, rules.ts, data.ts and components of earlier features.',
  feature:
    'feature.ts imports only base/shared, paths.ts, and the schema.ts and rules.ts of its own and of earlier features.',
  records:
    'records.ts imports only base/shared, paths.ts, own data.ts, and the schema.ts and rules.ts of its own and of earlier features.',
  lists: 'The lists of src/features import only what they collect, and types of base.',
  server:
    'server.ts, jobs.ts, subscribers.ts, resources.ts, mails and seed.ts import only base, paths.ts, each other, and the schema.ts and rules.ts of their own and of earlier features.',
  app: 'app imports anything of src but main.ts, and nothing outside src but locales.',
  main: 'main.ts imports only app and base.',
  tests:
    'Code of tests imports only app, base, backend, main.ts, paths.ts, features/contents.ts, the lists of src/features, locales, tests and tools.',
  tools:
    'tools and bench import only base, app, the gateway, main.ts, paths.ts, features/contents.ts, locales and each other.',
  browser: 'What also runs in a browser imports no module that exists on the server alone.',
  sheet: 'The component sheet imports only ui, the stylesheets of app, locales, base/shared and base/browser.',
  nowhere: 'Every file of src stands in app, features/GROUP/NAME, backend/NAME, ui or base/{shared,server,browser}.',
} as const;

/** Who may import whom: anything the table does not name is a violation; types and dynamic imports count. */
export const importTable: Rule = {
  name: 'who may import whom',
  check: (tree) =>
    tree.files.flatMap((file) =>
      file.imports.flatMap((found): Violation[] => {
        const problem = found.target === null ? packageProblem(file.path, found) : ownProblem(tree, file.path, found);
        return problem ? [{ file: file.path, line: found.line, severity: 'failure', ...problem }] : [];
      }),
    ),
};

/** A feature's imports reach only features above it in the table of contents. */
function ownProblem(tree: SourceTree, importer: string, found: Import): { rule: string; instead: string } | null {
  const target = found.target ?? '';
  // The framework writes these types beside each route module.
  if (/^\.\/\+types\//.test(found.specifier)) return null;
  const from = placeOf(importer);
  const to = placeOf(target);
  if (isTest(target)) {
    return { rule: `A test is imported by nobody, yet ${target} is.`, instead: 'Move what is shared to tests/.' };
  }
  if (tree.testFiles.has(importer) && to.part === 'tests') return null;
  if (from.part === 'feature' && to.part === 'feature' && from.feature !== to.feature) {
    const own = tree.features.indexOf(from.feature);
    const other = tree.features.indexOf(to.feature);
    if (other === -1 || own === -1 || other > own) {
      return {
        rule: `A feature uses only those above it in features/contents.ts; ${to.feature} is not above ${from.feature}.`,
        instead: `Move ${to.feature} above ${from.feature} in the list, or let the later feature do it.`,
      };
    }
  }
  const broken = brokenSentence(from, to, target, isInside(importer, target));
  if (!broken) return null;
  return { rule: `${SENTENCES[broken]} This imports ${target}.`, instead: adviceFor(from, to) };
}

function brokenSentence(from: Place, to: Place, target: string, isOwn: boolean): keyof typeof SENTENCES | null {
  const unless = (allowed: boolean, sentence: keyof typeof SENTENCES) => (allowed ? null : sentence);
  const isOf = (...parts: Place['part'][]) => parts.includes(to.part);
  switch (from.part) {
    case 'paths':
    case 'contents':
      return 'nothing';
    case 'base/shared':
      return unless(isOf('base/shared'), 'base/shared');
    case 'base/server':
    case 'base/browser':
      return unless(isOf(from.part, 'base/shared'), 'ground');
    case 'ui':
      return unless(isOf('ui', 'base/shared', 'locales'), 'ground');
    case 'backend':
      return unless(
        isOf('base/shared', 'base/server') || (to.part === 'backend' && (isOwn || from.service === 'gateway')),
        'backend',
      );
    case 'feature lists':
      return unless(
        isOf('base/shared', 'base/server') || (to.part === 'feature' && LISTED_KINDS.includes(to.kind)),
        'lists',
      );
    case 'feature':
      return featureSentence(from.kind, to, isOwn);
    case 'app':
      return unless(!isOf('main', 'tests', 'tools', 'bench', 'configuration', 'nowhere'), 'app');
    case 'main':
      return unless(isOf('app', 'base/server', 'base/shared'), 'main');
    case 'tests':
      return unless(
        isOf(
          'app',
          'base/shared',
          'base/server',
          'base/browser',
          'backend',
          'main',
          'paths',
          'contents',
          'feature lists',
          'locales',
          'tests',
          'tools',
        ),
        'tests',
      );
    case 'tools':
    case 'bench':
      return unless(
        isOf(
          'app',
          'base/shared',
          'base/server',
          'main',
          'paths',
          'contents',
          'locales',
          'tools',
          'bench',
          'configuration',
        ) || isGateway(to),
        'tools',
      );
    case 'sheet': {
      const isStyle = target.startsWith('src/app/styles/');
      return unless(isStyle || isOf('ui', 'sheet', 'locales', 'base/shared', 'base/browser', 'tools'), 'sheet');
    }
    case 'nowhere':
      return 'nowhere';
    default:
      return null;
  }
}

/** What puts the services together: the one folder of backend that others than app may name. */
function isGateway(place: Place): boolean {
  return place.part === 'backend' && place.service === 'gateway';
}

function featureSentence(kind: FeatureKind, to: Place, isOwn: boolean): keyof typeof SENTENCES | null {
  const sharedByAll = to.part === 'base/shared' || (to.part === 'feature' && SHARED_KINDS.includes(to.kind));
  if (SERVER_KINDS.includes(kind)) {
    const allowed =
      sharedByAll ||
      to.part === 'base/server' ||
      to.part === 'base/browser' ||
      to.part === 'paths' ||
      (to.part === 'feature' && isOwn && SERVER_KINDS.includes(to.kind));
    return allowed ? null : 'server';
  }
  if (SCREEN_KINDS.includes(kind)) {
    const allowed =
      sharedByAll ||
      to.part === 'ui' ||
      to.part === 'base/browser' ||
      to.part === 'paths' ||
      (to.part === 'feature' &&
        (isOwn ? (OWN_OF_SCREENS[kind] ?? []).includes(to.kind) : to.kind === 'data' || to.kind === 'components'));
    return allowed ? null : 'screens';
  }
  if (kind === 'feature') return sharedByAll || to.part === 'paths' ? null : 'feature';
  if (kind === 'records')
    return sharedByAll || to.part === 'paths' || (to.part === 'feature' && isOwn && to.kind === 'data')
      ? null
      : 'records';
  if (kind === 'data') return sharedByAll || (to.part === 'feature' && isOwn && to.kind === 'data') ? null : 'data';
  return sharedByAll ? null : 'shared';
}

function packageProblem(importer: string, found: Import): { rule: string; instead: string } | null {
  const from = placeOf(importer);
  if (from.part === 'paths' || from.part === 'contents') {
    return { rule: SENTENCES.nothing, instead: 'Write it as plain data and pure functions.' };
  }
  if (isTest(importer) || !runsInBrowsers(from) || !serverPackages.test(found.specifier)) return null;
  return {
    rule: `${SENTENCES.browser} This imports ${found.specifier}.`,
    instead: 'Move the code to base/server or to the server.ts of the feature, or use what the web platform offers.',
  };
}

function runsInBrowsers(place: Place): boolean {
  if (place.part === 'feature') return !SERVER_KINDS.includes(place.kind);
  return place.part === 'base/shared' || place.part === 'base/browser' || place.part === 'ui';
}

function isInside(importer: string, target: string): boolean {
  return target.startsWith(`${ownFolder(importer)}/`);
}

function adviceFor(from: Place, to: Place): string {
  const isWall =
    (from.part === 'feature' && to.part === 'backend') || (from.part === 'backend' && to.part === 'feature');
  if (isWall)
    return 'Features and backend meet in the database: write a trigger or function in policies.sql, or take it as an argument from app.';
  if (from.part === 'backend' && to.part === 'backend')
    return 'Put what two services share into base/server, or take it as an argument from app.';
  if (to.part === 'main') return 'Only a tool or a test starts the product; take what you need as an argument.';
  if (from.part === 'feature')
    return 'Call it through data.ts and the wire, move pure parts to rules.ts, or take it as an argument from app.';
  return 'Take it as an argument from app, or move what both need into base/shared.';
}
