/** ErrorTexts by key, as in a file of texts. */
export type ErrorTexts = { [key: string]: string | ErrorTexts };

/** Translates an error message to the reader's language; an unknown message is returned unchanged. */
export type FormatError = (sentence: string, code?: string) => string;

/** Every key with its text: `orders.noCoupon` -> "There is no such coupon." */
export function flatTranslations(sentences: ErrorTexts, above = ''): [key: string, text: string][] {
  return Object.entries(sentences).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[`${above}${key}`, inner]] : flatTranslations(inner, `${above}${key}.`),
  );
}

const gap = /{{(\w+)}}/g;

/** The pattern of a message with placeholders as SQL fills them; a `count` is a number. */
export function patternOf(text: string): { names: string[]; pattern: RegExp } {
  const names = [...text.matchAll(gap)].map((match) => match[1] ?? '');
  const source = text
    .split(/({{\w+}})/)
    .map((part) =>
      part === '{{count}}'
        ? '([\\d.,]+)'
        : /^{{\w+}}$/.test(part)
          ? '(.*?)'
          : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return { names, pattern: new RegExp(`^${source}$`, 's') };
}

/**
 * The backend's error messages are English, whoever the caller: those of policies, services and published protocols.
 * This finds the message in the English file and formats the reader's translation with the same values. A value may
 * itself be a message of the file (a meter of a plan, a problem with a question). For an unknown message, such as one
 * of another version of a hosted backend, the error code may still be known.
 */
export function createErrorFormatter(english: ErrorTexts, translations: ErrorTexts, locale: string): FormatError {
  const texts = new Map(flatTranslations(translations));
  const plurals = new Intl.PluralRules(locale);
  const exact = new Map<string, string>();
  const patterns: { key: string; names: string[]; pattern: RegExp; weight: number }[] = [];
  for (const [key, text] of flatTranslations(english)) {
    if (text.includes('{{')) patterns.push({ key, ...patternOf(text), weight: text.replace(gap, '').length });
    else exact.set(text, key);
  }
  // "Question 3 has no id." must match before the generic pattern of a question with any problem.
  patterns.sort((left, right) => right.weight - left.weight);

  function textOf(key: string, values: Record<string, string>): string | undefined {
    const count = Number((values.count ?? '').replace(/,/g, ''));
    const text = texts.get(key) ?? texts.get(`${key}_${plurals.select(count)}`) ?? texts.get(`${key}_other`);
    return text?.replace(gap, (_, name: string) => values[name] ?? '');
  }

  function find(sentence: string): string | undefined {
    const key = exact.get(sentence);
    if (key !== undefined) return textOf(key, {});
    for (const { key, names, pattern } of patterns) {
      const match = pattern.exec(sentence);
      if (match)
        return textOf(key, Object.fromEntries(names.map((name, at) => [name, translated(match[at + 1] ?? '')])));
    }
    return undefined;
  }

  function translated(words: string): string {
    const core = words.trim();
    return core === '' ? words : words.replace(core, () => find(core) ?? core);
  }

  return (sentence, code) => find(sentence.trim()) ?? (code && texts.get(`codes.${code}`)) ?? sentence;
}

type ErrorRecord = { [name: string]: unknown };

/** Translates the messages in a service's error body, in whichever of our protocols' shapes it is. */
export function translateErrorBody(body: unknown, say: FormatError): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const error = body as ErrorRecord;
  // Our own API nests everything in `error`; the published protocols have the message beside a code under several
  // names.
  const code = [error.error_code, error.code].find((code) => typeof code === 'string') as string | undefined;
  const translated = { ...error };
  for (const name of ['message', 'msg', 'error_description']) {
    if (typeof error[name] === 'string') translated[name] = say(error[name], code);
  }
  if (typeof error.error === 'object' && error.error !== null) translated.error = translateErrorBody(error.error, say);
  if (typeof error.fields === 'object' && error.fields !== null) {
    translated.fields = Object.fromEntries(
      Object.entries(error.fields as ErrorRecord).map(([name, text]) => [
        name,
        typeof text === 'string' ? say(text) : text,
      ]),
    );
  }
  return translated;
}
