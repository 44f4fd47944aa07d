import {
  Award,
  BookOpen,
  Camera,
  Crown,
  Flame,
  Gem,
  Heart,
  type LucideIcon,
  Rocket,
  Sparkles,
  Star,
  Target,
  Trophy,
} from 'lucide-react';
import { classNames } from '#ui/layout/class-names.ts';
import type { BadgeIcon as Icon } from '../schema.ts';

const icons: Record<Icon, LucideIcon> = {
  award: Award,
  star: Star,
  trophy: Trophy,
  flame: Flame,
  book: BookOpen,
  heart: Heart,
  camera: Camera,
  rocket: Rocket,
  crown: Crown,
  gem: Gem,
  sparkles: Sparkles,
  target: Target,
};

/** `className` where it stands on a ground of another colour. */
type Props = { icon: Icon; size?: number; className?: string };

/** The picture of a badge; its name stands beside it. */
export function BadgeIcon({ icon, size = 20, className = 'text-primary' }: Props) {
  const Drawing = icons[icon];
  return <Drawing aria-hidden="true" size={size} strokeWidth={1.75} className={classNames('shrink-0', className)} />;
}
