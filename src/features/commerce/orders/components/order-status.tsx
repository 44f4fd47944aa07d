import { useTranslation } from 'react-i18next';
import { Badge, StatusDot, type Tone } from '#ui/display/badge.tsx';
import type { OrderStatus } from '../schema.ts';

const tones: Record<OrderStatus, Tone> = {
  pending: 'warning',
  paid: 'success',
  cancelled: 'neutral',
  refunded: 'neutral',
};

/** Where an order stands: plain where all is well, a badge where somebody has to act. */
export function OrderState({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('orders');
  const words = t(`status.${status}`);
  return status === 'paid' ? (
    <StatusDot tone="success">{words}</StatusDot>
  ) : (
    <Badge tone={tones[status]}>{words}</Badge>
  );
}
