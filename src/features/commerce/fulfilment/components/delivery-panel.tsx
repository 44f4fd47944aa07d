import { useTranslation } from 'react-i18next';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import type { Delivery } from '../schema.ts';
import { GiftList } from './gift-list.tsx';
import { SeatList } from './seat-list.tsx';
import { ShipmentPart } from './shipment-part.tsx';
import { useStateText } from './use-state-text.ts';

type DeliveryPanelProps = {
  /** The opened one; without it the panel is closed. */
  delivery: Delivery | undefined;
  isManager: boolean;
  onClose: () => void;
};

/** One line of an order beside the list, with what can be done to deliver it. */
export function DeliveryPanel({ delivery, isManager, onClose }: DeliveryPanelProps) {
  const { t } = useTranslation('fulfilment');
  const stateText = useStateText();
  return (
    <SidePanel
      title={delivery?.title ?? ''}
      isOpen={delivery !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {delivery ? (
        <div className="grid gap-6">
          <dl className="grid gap-2">
            {[
              [t('list.state'), stateText(delivery)],
              [t('list.order'), `#${delivery.orders.number}`],
              ...(isManager ? [[t('list.customer'), delivery.orders.customer_name]] : []),
            ].map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="muted">{name}</dt>
                <dd className="num text-end">{value}</dd>
              </div>
            ))}
          </dl>
          {delivery.type === 'physical' ? <ShipmentPart delivery={delivery} isManager={isManager} /> : null}
          {delivery.type === 'seats' ? <SeatList delivery={delivery} /> : null}
          {delivery.type === 'gift' ? <GiftList delivery={delivery} /> : null}
        </div>
      ) : null}
    </SidePanel>
  );
}
