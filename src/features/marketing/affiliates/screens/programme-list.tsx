import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { productQueries } from '#features/commerce/products/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { AffiliateTabs } from '../components/affiliate-tabs.tsx';
import { useCommissionText } from '../components/commission-text.ts';
import { affiliateKey, type ListedProgramme, listProgrammes, removeProgramme } from '../data.ts';
import { ProgrammeForm } from './programme-form.tsx';

/** What affiliates earn, by which products and when. */
export default function ProgrammeList() {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const [edited, setEdited] = useState<ListedProgramme | 'new' | null>(null);
  const currency = useQuery(productQueries.currency(db, account_id)).data ?? 'EUR';
  const key = [...affiliateKey(account_id), 'programmes'];
  const list = useShortList({
    key,
    query: useQuery({ queryKey: key, queryFn: () => listProgrammes(db, account_id) }),
  });
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('programme.new')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('screenNames.programmes')}
      sentence={t('programme.sentence')}
      tabs={<AffiliateTabs />}
      actions={newButton}
      columns={useProgrammeColumns(currency, setEdited)}
      exportName="programmes"
      rowName={(row) => row.title}
      rowActions={(row) =>
        row.affiliates[0]?.count
          ? []
          : [
              {
                id: 'remove',
                label: t('programme.remove', { title: row.title }),
                isDanger: true,
                run: () => removeProgramme(db, account_id, row.id),
                done: t('programme.removed', { title: row.title }),
                confirm: {
                  title: t('programme.removeTitle', { title: row.title }),
                  text: t('programme.removeText'),
                  isDanger: true,
                },
              },
            ]
      }
      empty={{ title: t('programme.emptyTitle'), text: t('programme.emptyText'), action: newButton }}
    >
      {edited ? (
        <ProgrammeForm
          programme={edited === 'new' ? null : edited}
          currency={currency}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </ListScreen>
  );
}

function useProgrammeColumns(currency: string, onOpen: (row: ListedProgramme) => void): ListColumn<ListedProgramme>[] {
  const { t } = useTranslation('affiliates');
  const { locale } = useSite();
  const commissionText = useCommissionText(currency);
  const number = numberFormat(locale);
  return [
    {
      id: 'title',
      label: t('programme.title'),
      phone: 'main',
      isWritten: true,
      cell: (row) => (
        <button
          type="button"
          className="link text-start"
          aria-label={t('list.open', { name: row.title })}
          onClick={() => onOpen(row)}
        >
          {row.title}
        </button>
      ),
      csv: (row) => row.title,
    },
    {
      id: 'is_active',
      label: t('list.state'),
      phone: 'side',
      cell: (row) => (row.is_active ? <StatusDot>{t('programme.on')}</StatusDot> : <Badge>{t('programme.off')}</Badge>),
      csv: (row) => t(row.is_active ? 'programme.on' : 'programme.off'),
    },
    { id: 'commission', label: t('programme.commission'), phone: 'under', cell: commissionText },
    { id: 'admission', label: t('programme.admission'), cell: (row) => t(`programme.${row.admission}`) },
    {
      id: 'products',
      label: t('programme.appliesTo'),
      cell: (row) =>
        row.product_ids.length > 0
          ? t('programme.products', { count: row.product_ids.length })
          : t('programme.allProducts'),
    },
    {
      id: 'affiliates',
      label: t('screenNames.affiliates'),
      isEnd: true,
      cell: (row) => number.format(row.affiliates[0]?.count ?? 0),
    },
  ];
}
