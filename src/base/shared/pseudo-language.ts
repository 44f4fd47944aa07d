const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MARKED = 'áƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const marks = new Map([...PLAIN].map((character, index) => [character, [...MARKED][index] ?? character]));

/** A third longer, as German is: short words grow most. */
const longer = (text: string) => '~'.repeat(Math.ceil(text.length / (text.length < 12 ? 2 : 3)));

/**
 * A text in a language nobody speaks, which can still be read: every letter bears a mark and the whole is longer, so that
 * what was never given to a translator stands out by its plain letters, and what has no room for German is cut off.
 * Placeholders `{{name}}` and tags stay.
 */
export function pseudoText(text: string): string {
  const accented = text.replace(/{{.*?}}|<.*?>|[A-Za-z]/g, (part) => marks.get(part) ?? part);
  return `⟦${accented}${longer(text.replace(/{{.*?}}|<.*?>/g, ''))}⟧`;
}

/** All texts of a file of translations, nested as they are. */
export function pseudoTexts<Texts extends object>(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? pseudoText(text) : pseudoTexts(text)]),
  ) as Texts;
}
