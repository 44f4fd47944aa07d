import { z } from 'zod';

const id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'This is not an ID.');
const reason = z.string().trim().min(10, 'Give a reason of at least ten characters.').max(500);
const screen = z
  .string()
  .max(200)
  .regex(/^\/dashboard(?:\/[\w-]+)*$/, 'This is not a dashboard screen.');

export const impersonationRequest = z.object({ member_id: id, reason });

/** `to`: the dashboard screen of the site to open. */
export const openAsOwnerRequest = z.object({ account_id: id, reason, to: screen.optional() });

/** The requested dashboard screen; the dashboard's home when the text is not a valid path. */
export const screenOf = (text: string | undefined) => screen.catch('/dashboard').parse(text);
