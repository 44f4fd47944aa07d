import { localeCodes } from '#base/shared/locales.ts';
import type { TemplateWords } from '../rules.ts';

/** Languages with translated templates; the source is English. */
export const wordLanguages: readonly string[] = localeCodes.filter((code) => code !== 'en');

/** Translated template texts of a site's language; null for English. */
export async function templateWords(language: string): Promise<TemplateWords | null> {
  if (!wordLanguages.includes(language)) return null;
  const answer = await fetch(`/pictures/templates/words-${language}.json`);
  if (!answer.ok) throw new Error(`The words of templates can’t be loaded (${answer.status}).`);
  return (await answer.json()) as TemplateWords;
}
