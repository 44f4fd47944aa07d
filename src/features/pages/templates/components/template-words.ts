import type { TemplateWords } from '../rules.ts';

/** Languages that have the words of templates; in all others a template speaks English. */
export const wordLanguages: readonly string[] = ['ar'];

/** The words of templates in the language a site is written in; null where they stay English. */
export async function templateWords(language: string): Promise<TemplateWords | null> {
  if (!wordLanguages.includes(language)) return null;
  const answer = await fetch(`/pictures/templates/words-${language}.json`);
  if (!answer.ok) throw new Error(`The words of templates can’t be loaded (${answer.status}).`);
  return (await answer.json()) as TemplateWords;
}
