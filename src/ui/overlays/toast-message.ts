import type { LucideIcon } from 'lucide-react';

export type ToastMessage = {
  text: string;
  icon?: LucideIcon;
  isError?: boolean;
  action?: { label: string; onAction: () => void };
};
