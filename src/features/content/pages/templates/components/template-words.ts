import { localeCodes } from '#base/shared/locales.ts';
import type { TemplateWords } from '../rules.ts';

/** Languages with translated templates; the source is English. */
export const wordLanguages: readonly string[] = localeCodes.filter((code) => code !== 'en');

/** Translated template texts of a site's language; null for English. */
export async function templateWords(language: string): Promise<TemplateWords | null> {
  if (!wordLanguages.includes(language)) return null;
  const response = await fetch(`/pictures/templates/words-${language}.json`);
  if (!response.ok) throw new Error(`The words of templates can’t be loaded (${response.status}).`);
  return (await response.json()) as TemplateWords;
}
