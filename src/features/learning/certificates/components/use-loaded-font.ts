import { useEffect, useState } from 'react';

/**
 * Shows a font of the site's themes as soon as it is chosen. Their rules let a page that was drawn without a font stay so
 * (`font-display: optional`), so it is fetched first, and the text is drawn again then.
 */
export function useLoadedFont(family: string): void {
  const [, setLoaded] = useState('');
  useEffect(() => {
    let isHere = true;
    document.fonts
      .load(`1rem "${family}"`)
      .then(() => isHere && setLoaded(family))
      .catch(() => {});
    return () => {
      isHere = false;
    };
  }, [family]);
}
