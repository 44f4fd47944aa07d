import { createContext, useContext } from 'react';

/** The id of the element the browser finds its first texts in. */
export const INITIAL_TEXTS = 'first-texts';

/** While the server renders: the texts of the screen that was asked for, as JSON by namespace. */
export const InitialTextsContext = createContext<() => string>(() => '');

/** What a screen that hydrates is said with stands in its document: nothing has to be fetched before it comes alive. */
export function InitialTexts() {
  const given = useContext(InitialTextsContext);
  const texts = typeof document === 'undefined' ? given() : (document.getElementById(INITIAL_TEXTS)?.textContent ?? '');
  return (
    <script
      type="application/json"
      id={INITIAL_TEXTS}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: texts }}
    />
  );
}
