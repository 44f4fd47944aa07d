import { createContext, type ReactNode, useContext } from 'react';

/** The language of the page's own words, and the one in which what stands here was written. */
const Languages = createContext<{ page: string; written: string } | null>(null);

/** Says in which language the texts below were written, by an account or by the author of a course. `page`: at the root alone. */
export function WrittenIn({ page, language, children }: { page?: string; language: string; children: ReactNode }) {
  const above = useContext(Languages);
  const ofPage = page ?? above?.page;
  return <Languages value={ofPage ? { page: ofPage, written: language } : null}>{children}</Languages>;
}

/**
 * Attributes of an element that holds such a text: its language where that is another than the page's, so that it is spoken
 * and broken into lines as what it is, and the direction of its own letters. `language`: where it is known of this text alone.
 */
export function useWritten(language?: string): { lang?: string; dir: 'auto' } {
  const languages = useContext(Languages);
  const own = language || languages?.written;
  return !languages || !own || own === languages.page ? { dir: 'auto' } : { lang: own, dir: 'auto' };
}

/**
 * Such a text within a line. `isApart`: set apart from what stands beside it in any language; else an element of its own only
 * where its language is not the page's.
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
