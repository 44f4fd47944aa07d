import { z } from 'zod';

/** The domain to claim; on the platform's host also the account to claim it for. */
export const claimRequest = z.object({
  domain: z.string().trim().min(1, 'Enter a domain.').max(300, 'A domain has at most 253 characters.'),
  account_id: z.uuid('This is not an account.').optional(),
});
