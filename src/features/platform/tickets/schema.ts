import { z } from 'zod';

/** The categories of the specification, section 3. */
export const categories = ['siteDown', 'setup', 'issue', 'bug', 'feature'] as const;
export type Category = (typeof categories)[number];

/** The states of the specification, section 4. */
export const statuses = ['unresolved', 'awaited', 'resolved'] as const;
export type Status = (typeof statuses)[number];

/** Context that may be sent with a ticket: URL, build, browser and recent errors. */
export type TicketContext = { page?: string; build?: string; browser?: string; errors?: string[] };

export const MAX_FILES = 5;
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_MESSAGE = 20_000;
export const MAX_SUBJECT = 200;

/** Result of one site check; `values` fill in its message. */
export type SiteCheck = {
  id: 'account' | 'dns' | 'tls' | 'quota' | 'limit';
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  code: string;
  values: Record<string, string | number>;
};

/** An incoming mail as the relay posts it, docs/support-mail.md. */
export const inboundMail = z.object({
  from: z.string().min(3).max(1_000),
  to: z.array(z.string().min(3).max(1_000)).min(1).max(50),
  text: z.string().max(500_000),
  message_id: z.string().min(1).max(400),
  auto_submitted: z.string().max(100).optional(),
  authentication: z.object({ dmarc: z.string().max(20) }),
});
export type InboundMail = z.infer<typeof inboundMail>;
