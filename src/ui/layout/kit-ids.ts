import { type ReactNode, useId } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * In a build for browsers this stands in for the kit's own module (`react-aria/dist/private/ssr/SSRProvider.mjs`). There each
 * part that needs an id asks whether the page is only just coming alive, for a prefix alone, and is drawn a second time when
 * it has: every button, link and tip of a page. Ids are those the server wrote, which come from React in both.
 */
export function useSSRSafeId(defaultId?: string): string {
  const id = useId();
  return defaultId || `react-aria-${id}`;
}

/** Whether the server draws, or the page is coming alive: for what may not be drawn by then. */
export function useIsSSR(): boolean {
  return !useHydrated();
}

/** Only older React needs to be told of it. */
export function SSRProvider({ children }: { children: ReactNode }): ReactNode {
  return children;
}
