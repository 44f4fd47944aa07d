import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { currencyName } from '#base/shared/currencies.ts';
import { commaList, numberFormat } from '#base/shared/formats.ts';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { changeOption, siteOptionsQuery } from '#features/platform/options/data.ts';
import { Badge } from '#ui/display/badge.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { type CurrencyRow, currencyRows, pageOfCurrencies } from '../currencies/rules.ts';
import { type PaymentProvider, paymentProviders, providerFacts } from '../rules.ts';

/** The currencies a shop can sell in, who takes each, and which one is its own. */
export default function CurrencyList() {
  const { t } = useTranslation('payments');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const [chosen, setChosen] = useState<CurrencyRow | null>(null);
  const options = useQuery(siteOptionsQuery(db, account_id));
  const own = options.data?.settings.currency ?? '';
  const providerName = useProviderName();
  const list = useList({
    key: ['currencies', account_id],
    vary: [locale, own],
    filters: {
      provider: { label: t('currencies.providers'), options: choices(paymentProviders, providerName) },
    },
    read: async ({ provider, ...request }) =>
      pageOfCurrencies(currencyRows(locale), { ...request, locale, own, provider }),
  });
  return (
    <ListScreen
      list={list}
      title={t('screenNames.currencies')}
      sentence={own ? t('currencies.sentence', { currency: currencyName(own, locale) }) : undefined}
      tabs={<ShopTabs />}
      search={t('currencies.search')}
      columns={useCurrencyColumns(own)}
      exportName="currencies"
      rowName={({ id }) => id}
      rowActions={(row) =>
        row.id === own
          ? []
          : [{ id: 'use', label: t('currencies.use', { code: row.id }), onAction: () => setChosen(row) }]
      }
      empty={{ title: t('currencies.none') }}
      noMatch={t('currencies.none')}
    >
      {chosen ? <UseCurrency currency={chosen} onClose={() => setChosen(null)} /> : null}
    </ListScreen>
  );
}

function useProviderName() {
  const { t } = useTranslation('payments');
  return (provider: PaymentProvider) =>
    provider === 'offline' ? t('currencies.offline') : (providerFacts[provider]?.name ?? provider);
}

function useCurrencyColumns(own: string): ListColumn<CurrencyRow>[] {
  const { t, i18n } = useTranslation('payments');
  const { locale } = useSite();
  const providerName = useProviderName();
  const countries = (row: CurrencyRow) => commaList(row.countries, i18n.language);
  const providers = (row: CurrencyRow) => commaList(row.providers.map(providerName), i18n.language);
  return [
    {
      id: 'code',
      label: t('currencies.code'),
      sort: true,
      phone: 'main',
      cell: ({ id }) => (
        <span className="row">
          <span translate="no">{id}</span>
          {id === own ? <Badge tone="primary">{t('currencies.own')}</Badge> : null}
        </span>
      ),
      csv: ({ id }) => id,
    },
    { id: 'name', label: t('currencies.name'), sort: true, phone: 'under', cell: ({ name }) => name },
    {
      id: 'digits',
      label: t('currencies.digits'),
      sort: true,
      isEnd: true,
      cell: ({ digits }) => numberFormat(locale).format(digits),
      csv: ({ digits }) => digits,
    },
    {
      id: 'countries',
      label: t('currencies.countries'),
      cell: (row) => (
        <span className="line-clamp-2" title={countries(row)}>
          {countries(row)}
        </span>
      ),
      csv: countries,
    },
    { id: 'providers', label: t('currencies.providers'), phone: 'under', cell: providers },
  ];
}

/** Asks before the shop sells in another currency. */
function UseCurrency({ currency, onClose }: { currency: CurrencyRow; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const db = useDb();
  const { account_id } = useAccount();
  const code = currency.id;
  const { saveOrThrow } = useSave(() => changeOption(db, account_id, 'settings', { currency: code }), {
    invalidates: [
      ['options', account_id],
      ['products', account_id],
    ],
    done: t('currencies.used', { code }),
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('currencies.useTitle', { code })}
      confirmLabel={t('currencies.use', { code })}
      onConfirm={() => saveOrThrow()}
    >
      {t('currencies.useText', { code })}
    </ConfirmDialog>
  );
}
