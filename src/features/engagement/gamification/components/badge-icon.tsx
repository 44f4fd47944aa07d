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

/** The picture of a badge; its name stands beside it. */
export function BadgeIcon({ icon, size = 20 }: { icon: Icon; size?: number }) {
  const Drawing = icons[icon];
  return <Drawing aria-hidden="true" size={size} strokeWidth={1.75} className="shrink-0 text-primary" />;
}
