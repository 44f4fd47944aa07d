import { QueryClient } from '@tanstack/react-query';
import { onForget } from './session.ts';
import { registerBusyCheck } from './when-idle.ts';

/** Stale time of queries in milliseconds (specification, section 9). */
export const staleTimes = { profile: 5 * 60_000, option: 6_000_000, role: 50_000 } as const;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 10_000 } },
});

// The page is not idle while queries are fetching.
registerBusyCheck(() => queryClient.isFetching() > 0);

// Nothing that was read as somebody else may be shown.
onForget(() => queryClient.clear());
