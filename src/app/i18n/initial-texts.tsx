import { createContext, useContext } from 'react';

/** The id of the element the browser finds its first texts in. */
export const FIRST_TEXTS = 'first-texts';

/** While the server renders: the texts of the screen that was asked for, as JSON by namespace. */
export const FirstTextsContext = createContext<() => string>(() => '');

/** What a screen that hydrates is said with stands in its document: nothing has to be fetched before it comes alive. */
export function FirstTexts() {
  const given = useContext(FirstTextsContext);
  const texts = typeof document === 'undefined' ? given() : (document.getElementById(FIRST_TEXTS)?.textContent ?? '');
  return (
    <script
      type="application/json"
      id={FIRST_TEXTS}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: texts }}
    />
  );
}
