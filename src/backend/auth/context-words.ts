import type { AuthContext } from './auth-options.ts';
import type { User } from './users.ts';

/** Shorter words stand in too many others. */
const SHORTEST_WORD = 3;
/** A date and a few signs fit; more than that around a word is a password of its own. */
const MAX_DECORATION = 8;

type Person = Pick<User, 'raw_user_meta_data'> & { id?: string; email: string | null };

/**
 * The words that make no password here, in groups of which one is looked at at a time: what a site is called, with what
 * the person is called. None where the service is not told the words of its sites.
 */
export async function contextWords(auth: AuthContext, request: Request, person: Person): Promise<string[][]> {
  const sites = await auth.passwordWordsOf?.(request, person.id);
  if (!sites) return [];
  const { display_name, name, full_name } = person.raw_user_meta_data;
  const names = [display_name, name, full_name].filter((one) => typeof one === 'string');
  const own = [...names, person.email?.split('@')[0] ?? ''];
  return [[], ...sites].map((site) => [...own, ...site]);
}

/** `Lumen2026!` at Lumen Academy: nothing but words of one group, with some digits and signs. */
export function isMadeOfContext(password: string, groups: readonly (readonly string[])[]): boolean {
  const letters = lettersOf(password).join('');
  if (letters === '' || [...password].length - letters.length > MAX_DECORATION) return false;
  return groups.some((group) => {
    const words = group.flatMap(lettersOf).filter((word) => word.length >= SHORTEST_WORD);
    // The longest first: of `ann` and `anna` the longer one is meant.
    words.sort((a, b) => b.length - a.length);
    return words.reduce((rest, word) => rest.replaceAll(word, ''), letters) === '';
  });
}

/** Its runs of letters, without case and accents. */
function lettersOf(text: string): string[] {
  return (
    text
      .slice(0, 1_024)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}
