import type { BadgeFacts } from '#base/shared/open-badge.ts';

export type BadgeState = 'valid' | 'expired' | 'revoked';

/** What anybody who has its address may know of an Open Badge. */
export type OpenBadge = BadgeFacts & {
  awarded_at: string;
  expires_at: string | null;
  created_at: string;
  state: BadgeState;
};

/** Something a member has earned, with its Open Badge where they made one. */
export type Earned = {
  certificate_id: string | null;
  badge_id: string | null;
  /** Of the Open Badge. */
  id: string | null;
  name: string;
  description: string;
  language: string | null;
  awarded_at: string;
  expires_at: string | null;
  state: BadgeState;
  is_on_card: boolean | null;
};
