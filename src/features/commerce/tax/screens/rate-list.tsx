import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListTable } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { rateQueries } from '../rates/data.ts';
import { formatRate, hasOwnRate, pageOfRates, rateOf, ratesByPlace } from '../rates/rules.ts';
import type { OwnRate, PlaceRates, PublishedRate } from '../rates/schema.ts';
import { taxKey } from '../sellers/data.ts';
import { RatePanel } from './rate-panel.tsx';
import { useTaxWords } from './use-tax-words.ts';

/** The rates of all places, and those of the shop's own before them. */
export function RateList({ published }: { published: readonly PublishedRate[] }) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const own = useQuery(rateQueries.own(db, account_id));
  const { locale } = useTaxWords();
  const as_of = published[0]?.as_of;
  return (
    <Section
      className="mt-8"
      title={t('rates.title')}
      sentence={
        as_of
          ? t('rates.asOf', {
              date: dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(as_of)),
            })
          : undefined
      }
    >
      {own.data ? <RateTable published={published} own={own.data} /> : null}
    </Section>
  );
}

function RateTable({ published, own }: { published: readonly PublishedRate[]; own: readonly OwnRate[] }) {
  const { t } = useTranslation('tax');
  const { account_id } = useAccount();
  const { placeOf, locale } = useTaxWords();
  const [edited, setEdited] = useState<PlaceRates | 'new' | null>(null);
  const places = ratesByPlace(published, own);
  const list = useList({
    key: [...taxKey(account_id), 'places'],
    vary: [own, locale],
    pageSize: 10,
    filters: {
      source: {
        label: t('rates.source'),
        options: choices(['own'], () => t('rates.own')),
        isSingle: true,
      },
    },
    read: async ({ source, ...request }) =>
      pageOfRates(places, { ...request, isOwn: source === 'own', nameOf: placeOf, locale }),
  });
  const columns = useRateColumns();
  return (
    <>
      <ListTable
        list={list}
        label={t('rates.title')}
        search={t('rates.search')}
        columns={columns}
        rowName={placeOf}
        onRowOpen={setEdited}
        rowActions={(row) => [
          { id: 'edit', label: t('rates.edit', { place: placeOf(row) }), onAction: () => setEdited(row) },
        ]}
        filtersEnd={
          <Button size="sm" icon={Plus} onPress={() => setEdited('new')}>
            {t('rates.add')}
          </Button>
        }
        empty={{ title: t('rates.none') }}
        noMatch={t('rates.none')}
      />
      {edited ? (
        <RatePanel place={edited === 'new' ? null : edited} places={places} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
}

function useRateColumns(): ListColumn<PlaceRates>[] {
  const { t } = useTranslation('tax');
  const { locale, nameOf, placeOf } = useTaxWords();
  const rate = (row: PlaceRates, tax_class: 'standard' | 'reduced') => {
    const value = rateOf(row, tax_class);
    return value === null ? '–' : formatRate(value, locale);
  };
  return [
    {
      id: 'place',
      label: t('rates.place'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <span className="row">
          {placeOf(row)}
          {hasOwnRate(row) ? <Badge tone="primary">{t('rates.own')}</Badge> : null}
        </span>
      ),
    },
    { id: 'name', label: t('rates.name'), phone: 'under', cell: (row) => nameOf(row.name) },
    {
      id: 'standard',
      label: t('classes.standard'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => rate(row, 'standard'),
    },
    { id: 'reduced', label: t('classes.reduced'), isEnd: true, cell: (row) => rate(row, 'reduced') },
  ];
}
