import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { CallerContext } from './caller.tsx';
import { queryClient } from './query-client.ts';

/**
 * Provides the query client: in the browser one cache for the whole page, on the server one for each rendered response.
 */
export function Queries({ children }: { children: ReactNode }) {
  const caller = useContext(CallerContext);
  return <QueryClientProvider client={caller?.queries ?? queryClient}>{children}</QueryClientProvider>;
}
