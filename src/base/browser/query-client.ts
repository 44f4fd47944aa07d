import { QueryClient } from '@tanstack/react-query';
import { busyDuring } from './when-idle.ts';

/** How long what was read counts as fresh, in milliseconds (specification, section 9). */
export const staleTimes = { profile: 5 * 60_000, option: 6_000_000, role: 50_000 } as const;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 10_000 } },
});

// A screen is there when its data is.
busyDuring(() => queryClient.isFetching() > 0);
