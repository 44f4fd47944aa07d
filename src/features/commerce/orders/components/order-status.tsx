import { useTranslation } from 'react-i18next';
import { Badge, StatusDot, type Tone } from '#ui/display/badge.tsx';
import type { Order, OrderStatus } from '../schema.ts';

const tones: Record<OrderStatus, Tone> = {
  pending: 'warning',
  paid: 'success',
  disputed: 'error',
  cancelled: 'neutral',
  refunded: 'neutral',
};

/** The status of an order: plain when paid, a badge otherwise and where a part of it was refunded. */
export function OrderState({ order: { status, refunded } }: { order: Pick<Order, 'status' | 'refunded'> }) {
  const { t } = useTranslation('orders');
  if (status === 'paid' && refunded > 0) return <Badge tone="neutral">{t('status.partlyRefunded')}</Badge>;
  const label = t(`status.${status}`);
  return status === 'paid' ? (
    <StatusDot tone="success">{label}</StatusDot>
  ) : (
    <Badge tone={tones[status]}>{label}</Badge>
  );
}
