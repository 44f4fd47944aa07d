import type { Session } from '@supabase/supabase-js';
import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { Db } from '#base/shared/db-client.ts';

/** Whom the server draws a screen for. */
export type ServerCaller = {
  /** What was read for them so far; of this one answer, never shared. */
  queries: QueryClient;
  /** Who asks, and the wire client with their rights; null where only the browser can find out. */
  person: { session: Session; db: Db } | null;
  /** Drawn to find out what the screen asks, and shown to nobody. */
  isLooking: boolean;
  /** Who asks stands in the frame already: of the document the screen alone is looked at. */
  hasFrame?: boolean;
};

/** Given by the server's entry alone: in a browser there is one person, and session and wire are the page's. */
export const CallerContext = createContext<ServerCaller | null>(null);
