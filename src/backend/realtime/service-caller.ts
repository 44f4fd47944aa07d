import type { Caller } from '#base/server/database.ts';

/** The service's own caller, for tables and functions no client may use. */
export const serviceCaller: Caller = { role: 'service_role', claims: { role: 'service_role' } };
