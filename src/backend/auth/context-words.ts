import type { AuthContext } from './auth-options.ts';
import type { User } from './users.ts';

/** Shorter words occur in too many others. */
const MIN_WORD_LENGTH = 3;
/** Allows a date and a few signs; a password with more than that around a word is good. */
const MAX_DECORATION = 8;

type Person = Pick<User, 'raw_user_meta_data'> & { id?: string; email: string | null };

/**
 * Words a password must not consist of, in groups that are checked one at a time: a site's names together with the user's.
 * Empty where the service does not know its sites' names.
 */
export async function contextWords(auth: AuthContext, request: Request, person: Person): Promise<string[][]> {
  const sites = await auth.passwordWordsOf?.(request, person.id);
  if (!sites) return [];
  const { display_name, name, full_name } = person.raw_user_meta_data;
  const names = [display_name, name, full_name].filter((value) => typeof value === 'string');
  const ownWords = [...names, person.email?.split('@')[0] ?? ''];
  return [[], ...sites].map((site) => [...ownWords, ...site]);
}

/** `Lumen2026!` at Lumen Academy: only words of one group with some digits and signs. */
export function consistsOfContextWords(password: string, groups: readonly (readonly string[])[]): boolean {
  const characters = wordsOf(password).join('');
  if (characters === '' || [...password].length - characters.length > MAX_DECORATION) return false;
  return groups.some((group) => {
    const words = group.flatMap(wordsOf).filter((word) => word.length >= MIN_WORD_LENGTH);
    // Longest first, so that `anna` is removed before `ann`.
    words.sort((a, b) => b.length - a.length);
    return words.reduce((rest, word) => rest.replaceAll(word, ''), characters) === '';
  });
}

/** The words of a text, without case and accents. */
function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 1_024)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}
