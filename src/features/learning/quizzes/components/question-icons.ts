import { CircleDot, ListChecks, type LucideIcon, TextCursorInput, ToggleLeft } from 'lucide-react';
import type { QuestionKind } from '../rules.ts';

export const questionIcons: Record<QuestionKind, LucideIcon> = {
  single: CircleDot,
  multiple: ListChecks,
  truefalse: ToggleLeft,
  short: TextCursorInput,
};
