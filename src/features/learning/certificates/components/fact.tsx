import type { ReactNode } from 'react';

/** One line of what a page proves: "Issued to", and whom. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}

/** How the state of a certificate or a badge is marked. */
export const stateTones = { valid: 'success', expired: 'warning', revoked: 'error' } as const;
