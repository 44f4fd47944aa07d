import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatPercent } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Card } from '#ui/layout/section.tsx';
import { productQueries } from '../../data.ts';
import { upsellQueries } from '../data.ts';
import { MAX_UPSELLS } from '../rules.ts';
import type { Upsell, UpsellResult } from '../schema.ts';
import { UpsellPanel } from './upsell-panel.tsx';

/** What is offered to whoever buys a product, and what that brought. Saved at once, beside the form. */
export function UpsellsCard({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const db = useDb();
  const { account_id } = useAccount();
  const upsells = useQuery(upsellQueries.of(db, account_id, productId));
  const results = useQuery(upsellQueries.results(db, account_id, productId));
  const products = useQuery(productQueries.choices(db, account_id));
  const [openId, setOpenId] = useState<string | null>(null);
  const rows = upsells.data ?? [];
  const titleOf = (id: string) => products.data?.find((product) => product.id === id)?.title ?? '';
  return (
    <Card title={t('upsells.title')} sentence={t('upsells.sentence')}>
      <div className="grid gap-4">
        {upsells.isError ? <ErrorState onRetry={() => void upsells.refetch()} /> : null}
        {rows.length > 0 ? (
          <ul className="grid gap-3">
            {rows.map((upsell) => (
              <UpsellRow
                key={upsell.id}
                upsell={upsell}
                title={titleOf(upsell.offered_product_id)}
                results={(results.data ?? []).filter(({ id }) => id === upsell.id)}
                onOpen={() => setOpenId(upsell.id)}
              />
            ))}
          </ul>
        ) : null}
        <Button
          className="justify-self-start"
          icon={Plus}
          isDisabled={!upsells.data || rows.length >= MAX_UPSELLS}
          onPress={() => setOpenId('new')}
        >
          {t('upsells.add')}
        </Button>
      </div>
      {openId ? (
        <UpsellPanel
          key={openId}
          productId={productId}
          upsell={rows.find(({ id }) => id === openId) ?? null}
          products={(products.data ?? []).filter(({ id }) => id !== productId)}
          onClose={() => setOpenId(null)}
        />
      ) : null}
    </Card>
  );
}

type UpsellRowProps = { upsell: Upsell; title: string; results: readonly UpsellResult[]; onOpen: () => void };

function UpsellRow({ upsell, title, results, onOpen }: UpsellRowProps) {
  const { t } = useTranslation('products');
  const { locale } = useSite();
  const { placement, discount_percent, is_active } = upsell;
  const details = [
    t(`upsells.placement.${placement}`),
    discount_percent > 0 ? t('upsells.off', { percent: formatPercent(discount_percent, locale) }) : '',
    is_active ? '' : t('upsells.isOff'),
    ...results.map(({ orders, amount, currency }) =>
      t('upsells.taken', { count: Number(orders), amount: formatMoney(Number(amount), currency, locale) }),
    ),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">
          <ContentText isApart>{title}</ContentText>
        </p>
        <p className="help">{details.filter(Boolean).join(' · ')}</p>
      </div>
      <Button size="sm" aria-label={t('upsells.edit', { title })} onPress={onOpen}>
        {t('upsells.change')}
      </Button>
    </li>
  );
}
