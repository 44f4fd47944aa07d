import { localeCodes } from '#base/shared/locales.ts';
import type { TemplateWords } from '../rules.ts';

/** Languages that have the words of templates beside the English they are written in. */
export const wordLanguages: readonly string[] = localeCodes.filter((code) => code !== 'en');

/** The words of templates in the language a site is written in; null where that is English. */
export async function templateWords(language: string): Promise<TemplateWords | null> {
  if (!wordLanguages.includes(language)) return null;
  const answer = await fetch(`/pictures/templates/words-${language}.json`);
  if (!answer.ok) throw new Error(`The words of templates can’t be loaded (${answer.status}).`);
  return (await answer.json()) as TemplateWords;
}
