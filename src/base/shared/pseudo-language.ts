const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MARKED = 'áƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const marks = new Map([...PLAIN].map((character, index) => [character, [...MARKED][index] ?? character]));

/** A third longer, as German is: short words grow most. */
const longer = (text: string) => '~'.repeat(Math.ceil(text.length / (text.length < 12 ? 2 : 3)));

/**
 * Pseudo-localizes a text: every letter gets an accent and the text gets longer, so that untranslated texts stand out
 * by their plain letters, and layouts too narrow for German are cut off. Placeholders `{{name}}` and tags stay.
 */
export function pseudoText(text: string): string {
  const accented = text.replace(/{{.*?}}|<.*?>|[A-Za-z]/g, (part) => marks.get(part) ?? part);
  return `⟦${accented}${longer(text.replace(/{{.*?}}|<.*?>/g, ''))}⟧`;
}

/** Pseudo-localizes all texts of a translation file, nested as they are. */
export function pseudoTexts<Texts extends object>(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? pseudoText(text) : pseudoTexts(text)]),
  ) as Texts;
}
