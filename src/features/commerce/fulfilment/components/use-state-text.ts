import { useTranslation } from 'react-i18next';
import { placesOf } from '../rules.ts';
import type { Delivery } from '../schema.ts';

/** How far the delivery is: "3 of 10 assigned", "To be sent". */
export function useStateText(): (delivery: Delivery) => string {
  const { t } = useTranslation('fulfilment');
  return (delivery) => {
    if (delivery.type === 'physical') return t(delivery.shipments ? 'state.sent' : 'state.toSend');
    const { vouchers, type } = delivery;
    const used = type === 'seats' ? vouchers.length : vouchers.filter(({ redeemed_at }) => redeemed_at).length;
    return t(type === 'seats' ? 'state.assigned' : 'state.redeemed', { used, places: placesOf(delivery) });
  };
}
