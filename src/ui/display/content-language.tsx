import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { directionOf } from '#base/shared/locales.ts';

type LanguagesHere = {
  /** The language of the product's own texts. */
  own: string;
  /** The language of the surrounding markup: the page's, or that of a part of it. */
  around: string;
  /** The content language of an account, or of a course's author. */
  written: string;
};

const Languages = createContext<LanguagesHere | null>(null);

/**
 * Sets the content language of the texts below, written by an account or by the author of a course. `page`: at the root
 * only.
 */
export function ContentLanguage({
  page,
  language,
  children,
}: {
  page?: string;
  language: string;
  children: ReactNode;
}) {
  const above = useContext(Languages);
  const own = page ?? above?.own;
  const here = own ? { own, around: page ?? above?.around ?? own, written: language } : null;
  return <Languages value={here}>{children}</Languages>;
}

/**
 * Attributes of an element with such a text: `lang` where it differs from the surrounding one, for speech and line
 * breaking, and the direction. `language`: where it is known for this text only.
 */
export function useContentAttributes(language?: string): { lang?: string; dir: 'auto' } {
  const here = useContext(Languages);
  const own = language || here?.written;
  return !here || !own || own === here.around ? { dir: 'auto' } : { lang: own, dir: 'auto' };
}

/**
 * Such a text within a line. `isApart`: isolated from adjacent text in any language; otherwise it gets an element of
 * its own only where its language differs from the surrounding one.
 */
export function ContentText({
  language,
  isApart = false,
  children,
}: {
  language?: string;
  isApart?: boolean;
  children: ReactNode;
}) {
  const { lang } = useContentAttributes(language);
  return lang || isApart ? <bdi lang={lang}>{children}</bdi> : children;
}

/** The content language of an account, for a separately rendered part of the page; undefined outside of a site. */
export function useContentLanguage(): string | undefined {
  return useContext(Languages)?.written;
}

/**
 * The `main` of a page entirely written by its account: sets language and direction once for every text and label in
 * it. The product's texts in it are `OwnWords`.
 */
export function ContentMain({ children, ...rest }: ComponentProps<'main'>) {
  const here = useContext(Languages);
  if (!here || here.written === here.around) return <main {...rest}>{children}</main>;
  return (
    <main {...rest} lang={here.written} dir={directionOf(here.written)}>
      <Languages value={{ ...here, around: here.written }}>{children}</Languages>
    </main>
  );
}

/** Content within a document of its own that has the content's language and direction already. */
export function ContentRoot({ children }: { children: ReactNode }) {
  const here = useContext(Languages);
  return here ? <Languages value={{ ...here, around: here.written }}>{children}</Languages> : children;
}

/** Attributes of an element with the product's own texts: the page's language within content in another one. */
export function useUiTextAttributes(): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const here = useContext(Languages);
  return !here || here.own === here.around ? {} : { lang: here.own, dir: directionOf(here.own) };
}

/** Such a text within a line. */
export function UiText({ children }: { children: ReactNode }) {
  const { lang } = useUiTextAttributes();
  return lang ? <bdi lang={lang}>{children}</bdi> : children;
}
