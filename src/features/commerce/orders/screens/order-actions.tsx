import { useQueryClient } from '@tanstack/react-query';
import { Ban, CircleCheck, type LucideIcon, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { changeOrder, orderQueries } from '../data.ts';
import type { OrderAction } from '../rules.ts';
import type { Order } from '../schema.ts';
import { RefundDialog } from './refund-dialog.tsx';

export const actionIcons: Record<OrderAction, LucideIcon> = { mark_paid: CircleCheck, cancel: Ban, refund: Undo2 };

export type PendingAction = { order: Order; action: OrderAction };

/** Confirms a status change of an order: none can be undone. `isOwn` uses the texts for buyers. */
export function OrderActionDialog({
  pending: asked,
  isOwn,
  onClose,
}: {
  pending: PendingAction | null;
  isOwn?: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  // The text stays while the dialog closes.
  const [last, setLast] = useState<PendingAction | null>(null);
  if (asked && asked !== last) setLast(asked);
  if (!last) return null;
  const { order, action } = last;
  if (action === 'refund') return asked && <RefundDialog order={order} onClose={onClose} />;
  const params = {
    number: order.number,
    name: order.customer_name,
    total: formatMoney(order.total, order.currency, locale),
  };
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`actions.confirm.${action}.title`, params)}
      confirmLabel={t(`actions.${action}`)}
      cancelLabel={action === 'cancel' ? t('mine.keep') : undefined}
      isDanger={action !== 'mark_paid'}
      onConfirm={async () => {
        try {
          await changeOrder(db, order.id, action);
          showToast(t(`actions.done.${action}`, params));
        } finally {
          // Also after an error: somebody else may have changed the order.
          await queries.invalidateQueries({ queryKey: orderQueries.all(account_id) });
        }
      }}
    >
      {isOwn ? t('mine.cancelText') : t(`actions.confirm.${action}.text`, params)}
    </ConfirmDialog>
  );
}
