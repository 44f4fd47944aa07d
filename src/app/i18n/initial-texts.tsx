import { createContext, useContext } from 'react';

/** The id of the element with the texts of the first screen. */
export const INITIAL_TEXTS = 'first-texts';

/** On the server: returns the texts of the screen, as JSON by namespace. */
export const InitialTextsContext = createContext<() => string>(() => '');

/** Writes the texts of a screen into its document, so that it hydrates without a request. */
export function InitialTexts() {
  const readTexts = useContext(InitialTextsContext);
  const texts =
    typeof document === 'undefined' ? readTexts() : (document.getElementById(INITIAL_TEXTS)?.textContent ?? '');
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
