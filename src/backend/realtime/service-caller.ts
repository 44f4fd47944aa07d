import type { Caller } from '#base/server/database.ts';

/** The service itself, for its own tables and functions, which no client may use. */
export const serviceCaller: Caller = { role: 'service_role', claims: { role: 'service_role' } };
