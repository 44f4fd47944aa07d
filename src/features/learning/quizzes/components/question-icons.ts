import {
  ArrowDownUp,
  Calculator,
  CircleDot,
  Link2,
  ListChecks,
  type LucideIcon,
  MapPin,
  NotebookPen,
  RectangleEllipsis,
  SquareFunction,
  Tags,
  TextCursorInput,
  ToggleLeft,
} from 'lucide-react';
import type { QuestionKind } from '../rules.ts';

export const questionIcons: Record<QuestionKind, LucideIcon> = {
  single: CircleDot,
  multiple: ListChecks,
  truefalse: ToggleLeft,
  short: TextCursorInput,
  numeric: Calculator,
  matching: Link2,
  ordering: ArrowDownUp,
  cloze: RectangleEllipsis,
  essay: NotebookPen,
  calculated: SquareFunction,
  hotspot: MapPin,
  labels: Tags,
};
