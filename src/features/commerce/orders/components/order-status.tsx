import { useTranslation } from 'react-i18next';
import { Badge, StatusDot, type Tone } from '#ui/display/badge.tsx';
import type { OrderStatus } from '../schema.ts';

const tones: Record<OrderStatus, Tone> = {
  pending: 'warning',
  paid: 'success',
  cancelled: 'neutral',
  refunded: 'neutral',
};

/** The status of an order: plain when paid, a badge otherwise. */
export function OrderState({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('orders');
  const label = t(`status.${status}`);
  return status === 'paid' ? (
    <StatusDot tone="success">{label}</StatusDot>
  ) : (
    <Badge tone={tones[status]}>{label}</Badge>
  );
}
