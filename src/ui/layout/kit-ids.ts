import { type ReactNode, useId } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Replaces React Aria's module in builds for browsers (`react-aria/dist/private/ssr/SSRProvider.mjs`). There each
 * component that needs an id checks whether the page is hydrating, only for a prefix, and renders a second time
 * afterwards: every button, link and tooltip of a page. The ids equal the server's, because both come from React's
 * `useId`.
 */
export function useSSRSafeId(defaultId?: string): string {
  const id = useId();
  return defaultId || `react-aria-${id}`;
}

/** Whether the server renders, or the page is hydrating: for content that must not be rendered by then. */
export function useIsSSR(): boolean {
  return !useHydrated();
}

/** Only needed before React 18. */
export function SSRProvider({ children }: { children: ReactNode }): ReactNode {
  return children;
}
