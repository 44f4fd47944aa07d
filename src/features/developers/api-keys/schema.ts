import { z } from 'zod';

export const pageShape = {
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Rows a page, 100 at most.'),
  after: z.uuid().optional().describe('The `next` of the page before.'),
};
