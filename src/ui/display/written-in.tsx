import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { directionOf } from '#base/shared/locales.ts';

type LanguagesHere = {
  /** The language of the product's own words. */
  own: string;
  /** What the markup around says already: the page's language, or that of a part of it. */
  around: string;
  /** The language in which an account, or the author of a course, wrote. */
  written: string;
};

const Languages = createContext<LanguagesHere | null>(null);

/** Says in which language the texts below were written, by an account or by the author of a course. `page`: at the root alone. */
export function WrittenIn({ page, language, children }: { page?: string; language: string; children: ReactNode }) {
  const above = useContext(Languages);
  const own = page ?? above?.own;
  const here = own ? { own, around: page ?? above?.around ?? own, written: language } : null;
  return <Languages value={here}>{children}</Languages>;
}

/**
 * Attributes of an element that holds such a text: its language where that is another than the one around it, so that it is spoken
 * and broken into lines as what it is, and the direction of its own letters. `language`: where it is known of this text alone.
 */
export function useWritten(language?: string): { lang?: string; dir: 'auto' } {
  const here = useContext(Languages);
  const own = language || here?.written;
  return !here || !own || own === here.around ? { dir: 'auto' } : { lang: own, dir: 'auto' };
}

/**
 * Such a text within a line. `isApart`: set apart from what stands beside it in any language; else an element of its own only
 * where its language is not the one around it.
 */
export function Written({
  language,
  isApart = false,
  children,
}: {
  language?: string;
  isApart?: boolean;
  children: ReactNode;
}) {
  const { lang } = useWritten(language);
  return lang || isApart ? <bdi lang={lang}>{children}</bdi> : children;
}

/** The language of what an account writes, for a part of the page that is drawn by itself; none outside of a site. */
export function useWrittenLanguage(): string | undefined {
  return useContext(Languages)?.written;
}

/**
 * The `main` of a page that its account wrote from end to end: it says the language once, for every text and every label in it,
 * and is laid out in its direction. The product's words in it are `OwnWords`.
 */
export function WrittenMain({ children, ...rest }: ComponentProps<'main'>) {
  const here = useContext(Languages);
  if (!here || here.written === here.around) return <main {...rest}>{children}</main>;
  return (
    <main {...rest} lang={here.written} dir={directionOf(here.written)}>
      <Languages value={{ ...here, around: here.written }}>{children}</Languages>
    </main>
  );
}

/** Attributes of an element that holds words of the product's own: the page's language within a part that is in another. */
export function useOwnWords(): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const here = useContext(Languages);
  return !here || here.own === here.around ? {} : { lang: here.own, dir: directionOf(here.own) };
}

/** Such words within a line. */
export function OwnWords({ children }: { children: ReactNode }) {
  const { lang } = useOwnWords();
  return lang ? <bdi lang={lang}>{children}</bdi> : children;
}
