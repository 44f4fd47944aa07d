/**
 * The texts of a translation file as displayed: pseudo-localized where the server is configured so (PSEUDO_LANGUAGE).
 */
export async function displayedTexts<Texts extends object>(texts: Texts): Promise<Texts> {
  if (!('pseudo' in document.documentElement.dataset)) return texts;
  return (await import('#base/shared/pseudo-language.ts')).pseudoTexts(texts);
}
