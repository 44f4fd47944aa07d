import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#base/server/root.ts';

/** Read by browsers at the head of a file: they compile all of it while it comes, and nothing again when it is called. */
const CALLED_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null };

const app = join(root, 'src', 'app');
const ROUTE = '?__react-router-build-client-route';

const home = join(app, 'dashboard', 'home', `dashboard-home.tsx${ROUTE}`);
const screen = (path: string) => join(root, 'src', 'features', `${path}.tsx${ROUTE}`);

const player = screen('learning/courses/screens/player');
const quizPart = (file: string) => join(root, 'src', 'features', 'learning', 'quizzes', 'components', file);
const quizPlayer = quizPart('quiz-player.tsx');
const memberList = screen('platform/members/screens/member-list');
const notificationList = screen('platform/notifications/screens/notification-list');
const accountList = screen('platform/administration/screens/account-list');
const shell = join(app, 'dashboard', 'shell', `dashboard-layout.tsx${ROUTE}`);
const access = join(app, 'dashboard', 'menus', 'access.ts');
const controls = join(app, 'dashboard', 'shell', 'shell-controls.tsx');

type Room = { name: string; of: string[]; and?: string[]; not?: string[] };

/**
 * What every screen that hydrates stands in, the shell of the dashboard included, and then what some screens share: a
 * lesson has its own, so that it does not load the home screen's. A module stands in the first room that leads to it; with `and`
 * both have to, with `not` no other may.
 */
const screenRooms: Room[] = [
  { name: 'frame', of: [join(app, 'entry.client.tsx'), join(app, `root.tsx${ROUTE}`), shell] },
  { name: 'menus', of: [access], and: [controls] },
  { name: 'base', of: [player], and: [memberList] },
  { name: 'base', of: [player], and: [controls] },
  { name: 'learning', of: [player], and: [home] },
  { name: 'quiz', of: [quizPlayer], and: [home] },
  { name: 'quiz', of: [quizPlayer], and: [controls] },
  { name: 'quiz-player', of: [quizPlayer, quizPart('quiz-lesson.tsx')] },
  { name: 'screen', of: [home], and: [memberList] },
  { name: 'lesson', of: [player, join(app, 'dashboard', 'shell', `activities.tsx${ROUTE}`)] },
  { name: 'parts', of: [home, notificationList, memberList, accountList], and: [controls] },
  { name: 'controls', of: [controls] },
  {
    name: 'list',
    of: [home],
    and: [notificationList, screen('platform/administration/screens/account-list')],
  },
  { name: 'home', of: [home] },
];

const orders = join(root, 'src', 'features', 'commerce', 'orders', 'components');
const checkout = join(orders, 'checkout.tsx');
const features = join(root, 'src', 'features');
const queries = join(root, 'src', 'base', 'browser', 'queries.tsx');
const cartButton = join(orders, 'cart-button.tsx');
const loginForm = join(features, 'platform', 'members', 'components', 'login-form.tsx');
const search = join(features, 'content', 'search', 'components', 'search-button.tsx');

const siteScript = join(app, 'site', 'site-script.ts');

/** The modules of all islands but those whose path a part of is named. */
function islandsBut(...parts: string[]): string[] {
  const text = readFileSync(join(app, 'site', 'islands.ts'), 'utf8');
  const paths = [...text.matchAll(/import\('(#features\/|\.\/)([^']+)'\)/g)].map(([, start, path = '']) =>
    start === './' ? join(app, 'site', path) : join(features, path),
  );
  return paths.filter((path) => !parts.some((part) => path.includes(part)));
}

/**
 * Of public pages: what wakes every island, what islands that fetch rows stand in, and what the checkout needs: alone, with the sign-in
 * forms, with the cart. What it has in common with those forms and others have too is one file; the rest of what it shares is
 * divided finely, so that none of them loads a part of the checkout.
 */
const islandRooms: Room[] = [
  { name: 'wake-island', of: [join(app, 'site', 'wake-island.tsx')] },
  { name: 'base', of: [checkout], and: [search] },
  { name: 'base', of: [checkout], and: [queries] },
  { name: 'queries', of: [queries] },
  { name: 'account', of: [checkout], and: [loginForm], not: islandsBut('/members/', 'checkout.tsx') },
  { name: 'forms', of: [checkout], and: [loginForm] },
  { name: 'cart', of: [checkout], and: [cartButton], not: islandsBut('cart', 'offer-options', 'checkout.tsx') },
  { name: 'checkout', of: [checkout], not: islandsBut('checkout.tsx') },
];

/** Whoever imports these names one part of many, and gets that alone. */
const BARREL =
  /node_modules\/(react-aria-components|lucide-react|@internationalized\/number|@tanstack\/(?:react-query|query-core))\/.*\/(?:index|lucide-react)\.m?js$/;

export const clientChunks = () => ({ groups: groupsOf(screenRooms) });
export const islandChunks = () => ({
  groups: groupsOf(islandRooms, siteScript),
  includeDependenciesRecursively: false,
});

/**
 * Into which file of the browser's a module goes. What is always loaded together is one file: a hundred small ones are a
 * hundred requests, compress a sixth worse, and every screen's list of them stands in the list of all screens. Of the rest,
 * what the same screens share is one file.
 */
function groupsOf(rooms: readonly Room[], outside?: string) {
  const closures = new Map<string, Set<string>>();
  const closure = (name: string, of: string[], graph: Graph) => {
    const known = closures.get(name) ?? reached(of, graph);
    closures.set(name, known);
    return known;
  };
  return rooms.map(({ name, of, and, not }, at) => ({
    name: (id: string, graph: Graph) => {
      if (outside && closure(outside, [outside], graph).has(id)) return null;
      const isOf = closure(of.join(), of, graph).has(id);
      const isBoth = isOf && (!and || closure(and.join(), and, graph).has(id));
      return isBoth && !(not && closure(not.join(), not, graph).has(id)) ? name : null;
    },
    // A room is filled before the next: what stands in both is in the first.
    priority: rooms.length - at + 1,
  }));
}

/**
 * What a screen runs when it opens is compiled while it is still on its way, off the thread the page is drawn by. What is
 * only loaded later, as the page builder, is compiled as it is called.
 */
export function compiledEarly(): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const early = new Set<string>();
        const take = (file: string) => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || early.has(file)) return;
          early.add(file);
          chunk.code = CALLED_AT_ONCE + chunk.code;
          for (const next of chunk.imports) take(next);
        };
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) take(chunk.fileName);
      },
    },
  };
}

/** Everything some modules import before they run, as far as the build takes it. */
function reached(starts: string[], graph: Graph): Set<string> {
  const found = new Set<string>();
  const parts = new Map<string, Map<string, string>>();
  const walk = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    const module = graph.getModuleInfo(id);
    for (const next of module?.importedIds ?? []) {
      const barrel = BARREL.exec(next)?.[1];
      if (!barrel) {
        walk(next);
        continue;
      }
      for (const name of namesFrom(barrel, module?.code ?? '')) walk(partOf(next, name) ?? next);
    }
  };
  /** The file a name of a barrel stands in, or of a barrel that it passes on. */
  const partOf = (barrel: string, name: string): string | undefined => {
    const module = graph.getModuleInfo(barrel);
    const files = parts.get(barrel) ?? partsOf(barrel, module?.code ?? '');
    parts.set(barrel, files);
    const file = files.get(name);
    if (file) return file;
    const passedOn = (module?.importedIds ?? []).filter((id) => BARREL.test(id));
    return passedOn.map((id) => partOf(id, name)).find((found) => found !== undefined);
  };
  for (const id of starts) walk(id);
  return found;
}

function namesFrom(library: string, code: string): string[] {
  const imports = code.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${library}["']`, 'g'));
  return [...imports].flatMap(([, names = '']) =>
    names.split(',').flatMap((one) => /^\s*([\w$]+)/.exec(one)?.[1] ?? []),
  );
}

/** Which file each name of a barrel stands in, whether it is passed on at once or imported first. */
function partsOf(barrel: string, code: string): Map<string, string> {
  const fileOf = (path: string) => join(dirname(barrel), path);
  const files = new Map<string, string>();
  const locals = new Map<string, string>();
  const pairs = (list: string) =>
    [...list.matchAll(/([\w$]+)(?:\s+as\s+([\w$]+))?/g)].map(([, one = '', other = one]) => [one, other] as const);
  for (const [, list = '', path = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g))
    for (const [, local] of pairs(list)) locals.set(local, fileOf(path));
  for (const [, list = '', path] of code.matchAll(/export\s*\{([^}]*)\}(?:\s*from\s*["']([^"']+)["'])?/g))
    for (const [local, name] of pairs(list)) {
      const file = path ? fileOf(path) : locals.get(local);
      if (file) files.set(name, file);
    }
  return files;
}
