import { speakRefusals } from '#base/shared/call.ts';
import { createRefusalSayer, type Sentences } from '#base/shared/refusal-sentences.ts';

const files = import.meta.glob<{ default: Sentences }>('/locales/*/refusals.json');

/** Makes the refusals of this page's calls speak a language. What they are said from is fetched with the first of them. */
export function speakRefusalsIn(locale: string): void {
  const [english, theirs] = ['en', locale].map((code) => files[`/locales/${code}/refusals.json`]);
  speakRefusals(
    locale === 'en' || !english || !theirs
      ? undefined
      : async () => {
          const [from, to] = await Promise.all([english(), theirs()]);
          return createRefusalSayer(from.default, to.default, locale);
        },
  );
}
