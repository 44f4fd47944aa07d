import { z } from 'zod';

const account_id = z.guid().nullish();
const identifier = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\s<>"']*$/, 'This is not a valid address.');

/** Settings of a provider. Without `secret` the stored one is kept. */
export const providerSettingsInput = z.object({
  account_id,
  source: z.enum(['own', 'platform']),
  is_on: z.boolean(),
  is_shared: z.boolean().default(false),
  client_id: identifier(200).default(''),
  secret: z.string().trim().max(4_096).default(''),
  /** A Microsoft tenant id; empty: any tenant. */
  tenant: z.guid().or(z.literal('')).default(''),
  team_id: identifier(20).default(''),
  key_id: identifier(20).default(''),
});
export type ProviderSettingsInput = z.infer<typeof providerSettingsInput>;
