import { z } from 'zod';
import { MAX_OPTION, MAX_OPTIONS, MIN_OPTIONS, pollResults } from './rules.ts';

const LIMITS = 'A poll has two to ten options of at most 120 characters.';

/** A poll that is sent with its post. */
export const newPoll = z.object({
  options: z
    .array(z.string().trim().min(1, LIMITS).max(MAX_OPTION, LIMITS))
    .min(MIN_OPTIONS, LIMITS)
    .max(MAX_OPTIONS, LIMITS),
  is_multiple: z.boolean(),
  is_anonymous: z.boolean(),
  results: z.enum(pollResults),
  ends_at: z.iso.datetime({ offset: true }).nullable(),
});
