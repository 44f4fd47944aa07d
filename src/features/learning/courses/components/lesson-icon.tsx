import { CirclePlay, FileText, Headphones, ListChecks, type LucideIcon, ScrollText } from 'lucide-react';
import type { LessonKind } from '../lessons/rules.ts';

const icons: Record<LessonKind, LucideIcon> = {
  text: FileText,
  video: CirclePlay,
  pdf: ScrollText,
  audio: Headphones,
  quiz: ListChecks,
};

/** What a lesson is, beside its title; the word stands in `kind.*` where the icon is alone. */
export function LessonIcon({ kind, className = 'size-4' }: { kind: LessonKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" className={`${className} flex-none text-ink-3`} />;
}
