import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { BuyerTabs } from '#features/commerce/orders/components/buyer-tabs.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { useInvoiceColumns, useInvoiceFile } from '../components/invoice-columns.tsx';
import { useInvoiceFiles } from '../components/invoice-files.ts';
import { invoiceKey, listInvoices } from '../data.ts';
import { invoiceKinds } from '../schema.ts';

/** The invoices and credit notes of the signed-in user. */
export default function MyInvoices() {
  const { t } = useTranslation('invoices');
  const db = useDb();
  const { account_id } = useAccount();
  const user_id = useMembership().userId;
  const list = useList({
    key: invoiceKey(account_id),
    vary: [user_id],
    sort: '-issued_at',
    filters: { kind: { label: t('list.kind'), options: choices(invoiceKinds, (id) => t(`kind.${id}`)) } },
    read: ({ kind, ...request }) => listInvoices(db, account_id, { ...request, kinds: kind, user_id: user_id ?? '' }),
    enabled: user_id !== null,
  });
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      label={t('list.label')}
      count={null}
      sentence={t('list.mineSentence')}
      tabs={<BuyerTabs />}
      search={t('list.searchMine')}
      columns={useInvoiceColumns([])}
      exportName="invoices"
      exportColumns={useInvoiceFile()}
      rowName={(row) => row.number}
      rowActions={useInvoiceFiles()}
      empty={{ title: t('list.emptyTitle'), text: t('list.mineEmptyText') }}
      noMatch={t('list.noMatch')}
    />
  );
}
