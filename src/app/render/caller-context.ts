import type { Session } from '@supabase/supabase-js';
import { createContext } from 'react-router';
import type { Db } from '#base/shared/db-client.ts';

/** Who asks for a screen, and the wire client with their rights; null on pages that are the same for everybody. */
export type ScreenCaller = { session: Session; db: Db };

export const callerContext = createContext<ScreenCaller | null>(null);
