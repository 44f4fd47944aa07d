import { CirclePlay, FileText, Headphones, ListChecks, type LucideIcon, ScrollText } from 'lucide-react';
import type { LessonKind } from '../lessons/rules.ts';

const icons: Record<LessonKind, LucideIcon> = {
  text: FileText,
  video: CirclePlay,
  pdf: ScrollText,
  audio: Headphones,
  quiz: ListChecks,
};

/** The icon of a lesson kind; decorative: the label is in `kind.*`. */
export function LessonIcon({ kind, className = 'size-4' }: { kind: LessonKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" className={`${className} flex-none text-ink-3`} />;
}
