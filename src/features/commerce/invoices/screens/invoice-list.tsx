import { FileArchive, Hash } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { useInvoiceColumns, useInvoiceFile } from '../components/invoice-columns.tsx';
import { useInvoiceFiles } from '../components/invoice-files.ts';
import { invoiceKey, listInvoices } from '../data.ts';
import { periods } from '../rules.ts';
import { invoiceKinds } from '../schema.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { InvoiceNotices } from './invoice-notices.tsx';
import { NumberingPanel } from './numbering-panel.tsx';

/** All invoices and credit notes of the account, for managers. */
export default function InvoiceList() {
  const { t } = useTranslation('invoices');
  const db = useDb();
  const { account_id } = useAccount();
  const [isNumbering, setNumbering] = useState(false);
  const list = useList({
    key: invoiceKey(account_id),
    sort: '-issued_at',
    filters: {
      kind: { label: t('list.kind'), options: choices(invoiceKinds, (id) => t(`kind.${id}`)) },
      period: { label: t('list.period'), options: choices(periods, (id) => t(`period.${id}`)), isSingle: true },
    },
    read: ({ kind, period, ...request }) => listInvoices(db, account_id, { ...request, kinds: kind, period }),
  });
  const columns = useInvoiceColumns([
    {
      id: 'customer',
      label: t('list.customer'),
      phone: 'under',
      isWritten: true,
      cell: ({ document: { buyer } }) => buyer.company || buyer.name,
    },
  ]);
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      label={t('list.label')}
      sentence={t('list.sentence')}
      tabs={
        <>
          <ShopTabs />
          <InvoiceNotices />
        </>
      }
      actions={<InvoiceActions onNumbering={() => setNumbering(true)} />}
      search={t('list.search')}
      columns={columns}
      exportName="invoices"
      exportColumns={useInvoiceFile()}
      rowName={(row) => row.number}
      rowActions={useInvoiceFiles()}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
      noMatch={t('list.noMatch')}
    >
      {isNumbering ? <NumberingPanel onClose={() => setNumbering(false)} /> : null}
    </ListScreen>
  );
}

function InvoiceActions({ onNumbering }: { onNumbering: () => void }) {
  const { t } = useTranslation('invoices');
  return (
    <>
      <ArchiveDialog
        trigger={
          <Button icon={FileArchive} size="sm">
            {t('export.button')}
          </Button>
        }
      />
      <Button icon={Hash} size="sm" onPress={onNumbering}>
        {t('numbering.button')}
      </Button>
    </>
  );
}
