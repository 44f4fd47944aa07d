import { z } from 'zod';

export const contactStates = ['none', 'pending', 'subscribed', 'unsubscribed', 'bounced'] as const;
export type ContactState = (typeof contactStates)[number];

export type Contact = {
  id: string;
  email: string;
  name: string;
  tags: string[];
  state: ContactState;
  created_at: string;
};

/** One step of a consent, stored as proof. */
export type Consent = {
  id: string;
  kind: 'asked' | 'confirmed' | 'withdrawn' | 'bounced';
  words: string;
  source: string;
  address_hash: string;
  created_at: string;
};

export const linkToken = z.object({ token: z.string().max(200) });

export const contactEmail = z.email().max(320);
