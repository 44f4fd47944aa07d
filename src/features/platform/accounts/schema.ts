import { z } from 'zod';

/** What a browser reports. The host says of which account, so an id that comes along is only looked at for its form. */
export const logEntry = z.object({
  message: z.string().trim().min(1, 'Say what happened.').max(8_192),
  account_id: z.string().max(64).nullish(),
});
