import type { Session } from '@supabase/supabase-js';
import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { Db } from '#base/shared/db-client.ts';
import type { Access } from '#base/shared/site.ts';

/** The person a screen is rendered for on the server. */
export type ServerCaller = {
  /** Query cache of this one response; never shared between requests. */
  queries: QueryClient;
  /** The session and a db client with its rights; null where only the browser can find out. */
  person: { session: Session; db: Db } | null;
  /** A dry render that only collects the screen's queries; its HTML is discarded. */
  isDryRun: boolean;
  /** The frame around the screen shows the caller already; only the screen itself is taken from this document. */
  hasFrame?: boolean;
  /** Whether someone may open an address of the dashboard. */
  mayOpen: (pathname: string, access: Access) => boolean;
};

/** Provided by the server entry alone: a browser has one user, whose session and db client belong to the page. */
export const CallerContext = createContext<ServerCaller | null>(null);
