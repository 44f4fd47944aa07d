import { z } from 'zod';

/** A browser error report. The account comes from the host, so an `account_id` in the body is only checked for its format. */
export const logEntry = z.object({
  message: z.string().trim().min(1, 'Say what happened.').max(8_192),
  account_id: z.string().max(64).nullish(),
});
