import type { Session } from '@supabase/supabase-js';
import { createContext } from 'react-router';
import type { Db } from '#base/shared/db-client.ts';

/** The signed-in caller of a screen and a data client with their rights; null on public pages. */
export type ScreenCaller = { session: Session; db: Db };

export const callerContext = createContext<ScreenCaller | null>(null);
