import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import type { OrderAction } from '../rules.ts';
import type { Order } from '../schema.ts';
import { actionIcons, type PendingAction } from './order-actions.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLedger } from './order-ledger.tsx';

type OrderPanelProps = {
  /** The opened order; without it the panel is closed. */
  order: Order | undefined;
  actionsOf: (order: Order) => readonly OrderAction[];
  onAction: (action: PendingAction) => void;
  onClose: () => void;
  /** The reader placed it and may pay it; else they manage the shop, whose history and ledger are not the buyer's to see. */
  isOwn?: boolean;
};

/** One order beside the list, with what can be done with it. */
export function OrderPanel({ order, actionsOf, onAction, onClose, isOwn }: OrderPanelProps) {
  const { t } = useTranslation('orders');
  const actions = order ? actionsOf(order) : [];
  return (
    <SidePanel
      title={order ? t('detail.title', { number: order.number }) : ''}
      isOpen={order !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        order && actions.length > 0
          ? actions.map((action) => (
              <Button
                key={action}
                icon={actionIcons[action]}
                variant={action === 'mark_paid' ? 'primary' : 'danger-line'}
                onPress={() => onAction({ order, action })}
              >
                {t(`actions.${action}`)}
              </Button>
            ))
          : null
      }
    >
      {order ? (
        <div className="grid gap-6">
          <OrderDetail order={order} isOwn={isOwn} />
          {isOwn ? null : (
            <>
              <OrderHistory order={order} />
              <OrderLedger order={order} />
            </>
          )}
        </div>
      ) : null}
    </SidePanel>
  );
}
