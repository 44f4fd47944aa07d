import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type MenuItem = {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** At the end of the line: a badge, a count. */
  aside?: ReactNode;
  shortcut?: string;
  href?: string;
  target?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  onAction?: () => void;
};

/** Items that change the same thing, separated from other groups by a line; destructive ones come last. */
export type MenuGroup = {
  id: string;
  title?: string;
  items: readonly MenuItem[];
  /** Makes the group a persistent single or multiple selection. */
  selectionMode?: 'single' | 'multiple';
  selectedIds?: readonly string[];
  onSelect?: (ids: string[]) => void;
};

export type MenuProps = { label: string; groups: readonly MenuGroup[] };

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end';
