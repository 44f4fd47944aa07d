import type { FeatureName } from './feature-name.ts';

/** One change of a file outside the feature's folder. */
export type Registration = {
  file: string;
  /** The text with the feature in it; null where the place for it was not found. */
  change: (text: string, name: FeatureName) => string | null;
};

/** Everything a feature has outside its own folder, strings excepted. */
export const registrations: Registration[] = [
  {
    file: 'src/features/contents.ts',
    change: (text, { path, words }) => before(text, /\n\] as const;/, `\n  '${path}', // the ${words} of an account`),
  },
  {
    file: 'src/app/start/seed.ts',
    change: (text, { path, many }) => {
      const listed = text.replace(/(const seeds: Seed\[\] = \[[^\]]*?),?(\s*)\]/, `$1, ${many}$2]`);
      const imported = after(
        listed,
        /(import [^;]+ from '#features\/[^']+\/seed\.ts';\n)+/,
        `import { seed as ${many} } from '#features/${path}/seed.ts';\n`,
      );
      return listed === text ? null : imported;
    },
  },
  {
    file: 'src/paths.ts',
    change: (text, { folder, many, Many }) => {
      const isTaken = new RegExp(`^  (${many}|manage${Many}):`, 'm').test(text);
      if (isTaken) return null;
      const open = before(text, /\n\n {2}\/\/ Dashboard/, `\n  ${many}: () => '/${folder}',`);
      return open && before(open, /\n\n {2}\/\/ Calls/, `\n  manage${Many}: () => '/dashboard/manage/${folder}',`);
    },
  },
  {
    file: 'src/app/routes.ts',
    change: (text, { path, folder }) => {
      const route = (at: string, screen: string) => `route('${at}', feature('${path}/screens/${screen}.tsx')),`;
      const open = into(withRouteImported(text), 'site', route(folder, folder));
      return open && into(open, 'dashboard', route(`dashboard/manage/${folder}`, `manage-${folder}`));
    },
  },
];

function withRouteImported(text: string): string {
  const isImported = /import \{[^}]*\broute\b[^}]*\} from '@react-router\/dev\/routes'/.test(text);
  return isImported
    ? text
    : text.replace(/\s*\} from '@react-router\/dev\/routes'/, ", route } from '@react-router/dev/routes'");
}

/** First among the children of the layout that stands in a folder of app; at the end where there is no such layout. */
function into(text: string, folder: string, route: string): string | null {
  const layout = new RegExp(`layout\\(\\s*'(\\./)?${folder}/[^']+',(\\s*\\{[^}]*\\},)?\\s*\\[`);
  return after(text, layout, `\n    ${route}`) ?? before(text, /\n\] satisfies RouteConfig/, `\n  ${route}`);
}

/** Puts `addition` before the first match; null where there is none. */
export function before(text: string, place: RegExp, addition: string): string | null {
  const match = place.exec(text);
  return match ? text.slice(0, match.index) + addition + text.slice(match.index) : null;
}

/** Puts `addition` after the first match; null where there is none. */
export function after(text: string, place: RegExp, addition: string): string | null {
  const match = place.exec(text);
  if (!match) return null;
  const end = match.index + match[0].length;
  return text.slice(0, end) + addition + text.slice(end);
}
