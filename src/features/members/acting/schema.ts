import { z } from 'zod';

export const actingRequest = z.object({
  member_id: z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'This is not an id.'),
  reason: z.string().trim().min(10, 'Say why in a sentence: ten characters at least.').max(500),
});
