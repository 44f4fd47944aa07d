import { z } from 'zod';

const account_id = z.guid().nullish();
const identifier = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\s<>"']*$/, 'This is not an address.');

/** How people sign in by a provider. Without `secret` the one that is kept stays. */
export const providerSettingsInput = z.object({
  account_id,
  source: z.enum(['own', 'platform']),
  is_on: z.boolean(),
  is_shared: z.boolean().default(false),
  client_id: identifier(200).default(''),
  secret: z.string().trim().max(4_096).default(''),
  /** One of Microsoft's; empty: everybody's. */
  tenant: z.guid().or(z.literal('')).default(''),
  team_id: identifier(20).default(''),
  key_id: identifier(20).default(''),
});
export type ProviderSettingsInput = z.infer<typeof providerSettingsInput>;
