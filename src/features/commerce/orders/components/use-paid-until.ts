import { useEffect, useState } from 'react';
import { useSite } from '#base/browser/site.tsx';
import type { PaidTime } from '../data.ts';
import { hasSessionCookie } from './use-owned.ts';

/** Until when the user has paid for a product with a recurring price; null while unknown or without current access. */
export function usePaidUntil(product: string, isRecurring: boolean): PaidTime | null {
  const site = useSite();
  const [paid, setPaid] = useState<PaidTime | null>(null);
  useEffect(() => {
    if (!isRecurring || !hasSessionCookie()) return;
    let isMounted = true;
    import('./owned-check.ts')
      .then(({ fetchPaidUntil }) => fetchPaidUntil(site, product))
      .then((result) => isMounted && setPaid(result))
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [site, product, isRecurring]);
  return paid;
}
