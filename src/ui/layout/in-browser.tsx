import { type ReactNode, Suspense } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Parts whose code is loaded in the browser alone. The HTML of an island can't wait for code: rendered on the server they
 * would leave an error there, and be rendered anew.
 */
export function InBrowser({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
