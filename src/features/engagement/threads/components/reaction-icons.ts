import { HandHeart, Heart, Laugh, PartyPopper, ThumbsUp } from 'lucide-react';
import type { Reaction } from '../rules.ts';

/** How each reaction is drawn. Emoji would look different on every system, and are missing on some. */
export const reactionIcons: Readonly<Record<Reaction, typeof Heart>> = {
  like: ThumbsUp,
  love: Heart,
  laugh: Laugh,
  celebrate: PartyPopper,
  thanks: HandHeart,
};
