import type { FeatureName } from './feature-name.ts';

/** One change of a file outside the feature's folder. */
export type Registration = {
  file: string;
  /** The text with the feature in it; null where the place for it was not found. */
  change: (text: string, name: FeatureName) => string | null;
};

/** Everything a feature has outside its own folder; the lists that `npm run features` writes follow from it. */
export const registrations: Registration[] = [
  {
    file: 'src/features/contents.ts',
    change: (text, { path, words }) => before(text, /\n\] as const;/, `\n  '${path}', // the ${words} of an account`),
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
];

/** Puts `addition` before the first match; null where there is none. */
function before(text: string, place: RegExp, addition: string): string | null {
  const match = place.exec(text);
  return match ? text.slice(0, match.index) + addition + text.slice(match.index) : null;
}
