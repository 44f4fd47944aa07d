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

export const actionIcons: Record<OrderAction, LucideIcon> = { mark_paid: CircleCheck, cancel: Ban, refund: Undo2 };

export type AskedAction = { order: Order; action: OrderAction };

/** Asks once more before an order moves on: none of these can be taken back. `isOwn` speaks to the buyer. */
export function OrderActionDialog({
  asked,
  isOwn,
  onClose,
}: {
  asked: AskedAction | null;
  isOwn?: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  // The words stay while the dialog closes.
  const [last, setLast] = useState<AskedAction | null>(null);
  if (asked && asked !== last) setLast(asked);
  if (!last) return null;
  const { order, action } = last;
  const words = {
    number: order.number,
    name: order.customer_name,
    total: formatMoney(order.total, order.currency, locale),
  };
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`actions.confirm.${action}.title`, words)}
      confirmLabel={t(`actions.${action}`)}
      cancelLabel={t('mine.keep')}
      isDanger={action !== 'mark_paid'}
      onConfirm={async () => {
        try {
          await changeOrder(db, order.id, action);
          showToast(t(`actions.done.${action}`, words));
        } finally {
          // Also after a refusal: somebody else may have been quicker.
          await queries.invalidateQueries({ queryKey: orderQueries.all(account_id) });
        }
      }}
    >
      {isOwn ? t('mine.cancelText') : t(`actions.confirm.${action}.text`, words)}
    </ConfirmDialog>
  );
}
