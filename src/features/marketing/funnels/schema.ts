import { z } from 'zod';

const utm = z.string().trim().min(1, 'Enter where the visit came from.').max(200);

export const funnelStart = z.object({
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  initial_page: z
    .string()
    .trim()
    .max(2_000)
    .default('/')
    .transform((page) => page || '/'),
  /** The account comes from the host; the id in the body is only validated for its format. */
  account_id: z.string().max(64).nullish(),
  deviceInfo: z
    .object({
      browser: z.string().max(200).optional(),
      platform: z.string().max(200).optional(),
      screenWidth: z.number().min(0).max(100_000).optional(),
      screenHeight: z.number().min(0).max(100_000).optional(),
      deviceType: z.string().max(60).optional(),
    })
    .nullish()
    .transform((info) => info ?? {}),
});
