import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { historyQueries } from '../history/data.ts';
import type { OrderTransaction } from '../history/schema.ts';
import type { Order } from '../schema.ts';

/** What an order posted in the ledger; read when it is opened. */
export function OrderLedger({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const ledger = useQuery({ ...historyQueries.transactions(db, account_id, order.id), enabled: isOpen });
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('history.ledger')}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="fold-body grid gap-4">
        {ledger.isError ? <ErrorState onRetry={() => void ledger.refetch()} /> : null}
        {isOpen && ledger.isPending ? <SkeletonText lines={3} /> : null}
        {ledger.data?.length === 0 ? <p className="help">{t('history.ledgerEmpty')}</p> : null}
        {ledger.data?.map((transaction) => (
          <Transaction key={transaction.id} transaction={transaction} />
        ))}
      </div>
    </details>
  );
}

function Transaction({ transaction }: { transaction: OrderTransaction }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' }).format(new Date(transaction.occurred_at));
  const entries = [...transaction.ledger_entries].sort((a, b) => a.position - b.position);
  return (
    <table className="num w-full">
      <caption className="text-start font-medium">
        {t(`history.transaction.${transaction.kind}`)} · {day}
      </caption>
      <thead>
        <tr className="help">
          <th scope="col" className="text-start font-normal">
            {t('history.ledgerAccount')}
          </th>
          <th scope="col" className="text-end font-normal">
            {t('history.debit')}
          </th>
          <th scope="col" className="text-end font-normal">
            {t('history.credited')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ position, code, currency, amount }) => (
          <tr key={position}>
            <th scope="row" className="text-start font-normal">
              {t(`history.account.${code.split(':')[0]}`)}
            </th>
            <td className="text-end">{amount > 0 ? formatMoney(amount, currency, locale) : null}</td>
            <td className="text-end">{amount < 0 ? formatMoney(-amount, currency, locale) : null}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
