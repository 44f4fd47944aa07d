import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { CallerContext } from './caller.tsx';
import { queryClient } from './query-client.ts';

/**
 * What stands in it may read from the backend by queries whose answers are kept for the whole page; the server keeps them
 * for the one answer it draws.
 */
export function Queries({ children }: { children: ReactNode }) {
  const caller = useContext(CallerContext);
  return <QueryClientProvider client={caller?.queries ?? queryClient}>{children}</QueryClientProvider>;
}
