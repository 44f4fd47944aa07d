import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { commaList, dateFormat, numberFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { missingDetails } from '#features/commerce/tax/sellers/rules.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { invoiceKey, invoiceQueries, issueInvoice, type UninvoicedOrder } from '../data.ts';

/** What the owner has to know of their invoices: which details of the seller they lack, and which orders have none. */
export function InvoiceNotices() {
  const { t, i18n } = useTranslation('invoices');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const [isOpen, setOpen] = useState(false);
  const seller = useQuery(invoiceQueries.seller(db, account_id));
  const orders = useQuery(invoiceQueries.uninvoiced(db, account_id));
  const missing = seller.isSuccess ? missingDetails(seller.data) : [];
  const count = orders.data?.length ?? 0;
  if (missing.length === 0 && count === 0 && !isOpen) return null;
  return (
    <div className="mb-4 grid gap-2">
      {missing.length > 0 ? (
        <Note
          tone="warning"
          action={
            <LinkButton size="sm" href={paths.taxes()}>
              {t('missing.complete')}
            </LinkButton>
          }
        >
          {t('missing.text', {
            fields: commaList(
              missing.map((field) => t(`missing.${field}`)),
              i18n.language,
            ),
          })}
        </Note>
      ) : null}
      {count > 0 ? (
        <Note
          action={
            <Button size="sm" onPress={() => setOpen(true)}>
              {t('older.open')}
            </Button>
          }
        >
          {t('older.text', { number: numberFormat(locale).format(count) })}
        </Note>
      ) : null}
      {/* It stays while the last one is issued, until it is closed. */}
      <SidePanel title={t('older.panel')} isOpen={isOpen} onOpenChange={setOpen}>
        {count === 0 ? <p className="help">{t('older.done')}</p> : null}
        <ul className="grid gap-3">
          {orders.data?.map((order) => (
            <UninvoicedRow key={order.order_id} order={order} />
          ))}
        </ul>
      </SidePanel>
    </div>
  );
}

function UninvoicedRow({ order }: { order: UninvoicedOrder }) {
  const { t } = useTranslation('invoices');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const { save, isSaving } = useSave(() => issueInvoice(db, order.order_id), {
    invalidates: [invoiceKey(account_id)],
    done: t('files.issued'),
  });
  return (
    <li className="flex items-center justify-between gap-4">
      <span className="grid">
        <span>
          <span className="num">#{order.number}</span> <bdi>{order.customer_name}</bdi>
        </span>
        <span className="help">
          {dateFormat(locale, { dateStyle: 'medium' }).format(new Date(order.paid_at))} ·{' '}
          {formatMoney(order.total, order.currency, locale)}
        </span>
      </span>
      <Button
        size="sm"
        icon={FilePlus2}
        isBusy={isSaving}
        aria-label={t('files.issueFor', { number: order.number })}
        onPress={() => void save()}
      >
        {t('files.issue')}
      </Button>
    </li>
  );
}
