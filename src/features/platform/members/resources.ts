import { z } from 'zod';
import { idShape, momentShape, type Resource } from '#base/server/api-resource.ts';

export const resources: Resource[] = [
  {
    name: 'members',
    title: 'Members',
    scope: 'members:read',
    table: 'members',
    columns: `id, name, slug, email, (select coalesce(r.kind, r.name) from public.roles r where (r.account_id, r.role_id) = (t.account_id, t.role_id)) as role,
      blocked_at is not null as is_blocked, created_at, updated_at`,
    filters: { email: z.string().max(320) },
    row: z.object({
      id: idShape,
      name: z.string(),
      slug: z.string(),
      email: z.string(),
      role: z.string(),
      is_blocked: z.boolean(),
      created_at: momentShape,
      updated_at: momentShape,
    }),
  },
];
