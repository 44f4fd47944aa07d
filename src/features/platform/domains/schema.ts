import { z } from 'zod';

/** Which domain is claimed; on the platform's host also for which of one's accounts. */
export const claimRequest = z.object({
  domain: z.string().trim().min(1, 'Name a domain.').max(300, 'A domain has at most 253 characters.'),
  account_id: z.uuid('This is not an account.').optional(),
});
