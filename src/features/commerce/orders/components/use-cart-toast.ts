import { useEffect, useState } from 'react';
import type { CouponMessage } from './coupon-check.ts';

const TOAST_MS = 5000;

/** One message at a time: the next one replaces it, and null closes it. */
export function useCartToast(): { message: CouponMessage | null; show: (message: CouponMessage | null) => void } {
  const [message, show] = useState<CouponMessage | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => show(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return { message, show };
}
