import { z } from 'zod';

const id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'This is not an ID.');
/** The account comes from the host; an id in the body has to match it. */
const account_id = id.nullish();

export const siteOwnerRequest = z.object({
  account_id,
  email: z.string().trim().min(3, 'Enter an e-mail address.').max(320),
});

export const emailRequest = z.object({ account_id, user_id: id });

export const handoffRequest = z.object({ account_id: id });

export const setUpCheck = z.object({ code: z.string().max(200) });
export const setUpRequest = setUpCheck.extend({ password: z.string().min(1).max(1_024) });
