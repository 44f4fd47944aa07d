/** The texts of a file as they are shown: with marks where the server says them so (PSEUDO_LANGUAGE). */
export async function displayedTexts<Texts extends object>(texts: Texts): Promise<Texts> {
  if (!('pseudo' in document.documentElement.dataset)) return texts;
  return (await import('#base/shared/pseudo-language.ts')).pseudoTexts(texts);
}
