import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Money } from '#ui/display/money.tsx';
import { Section } from '#ui/layout/section.tsx';
import { orderQueries } from '../data.ts';
import { titlesOf } from './order-columns.tsx';

const MAX_SHOWN = 3;

/** A user's pending orders and how to pay them; renders nothing if there are none. */
export function PendingOrders({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const orders = useQuery(
    orderQueries.list(db, account_id, { user_id: userId, statuses: ['pending'], page: 1, pageSize: MAX_SHOWN }),
  );
  if (!orders.data?.rows.length) return null;
  return (
    <Section title={t('status.pending')} actions={<TextLink href={paths.orders()}>{t('thanks.orders')}</TextLink>}>
      <ul className="grid gap-3">
        {orders.data.rows.map((order) => (
          <li key={order.id} className="card card-pad grid gap-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-semibold">{t('detail.title', { number: order.number })}</h3>
              <b>
                <Money minor={order.total - order.credit} currency={order.currency} />
              </b>
            </div>
            <p>
              <bdi>{titlesOf(order, i18n.language)}</bdi>
            </p>
            <h4 className="mt-2 font-medium">{t('thanks.howToPay')}</h4>
            <p className="whitespace-pre-line" dir="auto">
              {order.instructions || t('thanks.noInstructions')}
            </p>
            <p className="help">{t('thanks.reference', { number: order.number })}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
