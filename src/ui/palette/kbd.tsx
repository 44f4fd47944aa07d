import type { ReactNode } from 'react';

/** A keyboard key, as printed on it. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>;
}
