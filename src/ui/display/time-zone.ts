import { createContext } from 'react';

/** The default time zone; undefined is the machine's own. */
export const TimeZoneContext = createContext<string | undefined>(undefined);
