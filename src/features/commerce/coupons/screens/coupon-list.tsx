import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat, formatPercent, numberFormat } from '#base/shared/formats.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { productQueries } from '#features/commerce/products/data.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { couponKey, listCoupons, removeCoupons } from '../data.ts';
import { couponState } from '../rules.ts';
import type { Coupon } from '../schema.ts';
import { CouponForm } from './coupon-form.tsx';

export default function CouponList() {
  const { t } = useTranslation('coupons');
  const db = useDb();
  const { account_id } = useAccount();
  const [edited, setEdited] = useState<Coupon | 'new' | null>(null);
  const currency = useQuery(productQueries.currency(db, account_id)).data ?? 'EUR';
  const { zone, isLoading } = useSiteZone();
  const columns = useCouponColumns(currency, zone);
  const list = useList({
    key: couponKey(account_id),
    sort: '-created_at',
    read: (request) => listCoupons(db, account_id, request),
  });
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('list.new')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.label')}
      sentence={t('list.emptyText')}
      tabs={<ShopTabs />}
      actions={newButton}
      search={t('list.search')}
      columns={columns}
      exportName="coupons"
      rowName={(row) => row.name}
      rowActions={(row) => [{ id: 'edit', label: t('list.edit', { name: row.name }), onAction: () => setEdited(row) }]}
      bulk={[
        {
          label: t('list.remove'),
          icon: Trash2,
          isDanger: true,
          run: (ids) => removeCoupons(db, account_id, ids),
          done: (count) => t('list.removed', { count }),
          confirm: { title: (count) => t('list.removeTitle', { count }), text: t('list.removeText') },
        },
      ]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: newButton }}
      noMatch={t('list.noMatchTitle')}
    >
      {edited && !isLoading ? (
        <CouponForm
          coupon={edited === 'new' ? null : edited}
          currency={currency}
          zone={zone}
          onClose={() => setEdited(null)}
          onSaved={async (done) => {
            setEdited(null);
            await list.refresh();
            showToast(done);
          }}
        />
      ) : null}
    </ListScreen>
  );
}

function useCouponColumns(currency: string, zone: string): ListColumn<Coupon>[] {
  const { t } = useTranslation('coupons');
  const { locale } = useSite();
  const discount = (coupon: Coupon) =>
    coupon.discount_type === 'percentage'
      ? formatPercent(coupon.coupon_amount, locale)
      : formatMoney(Math.round(coupon.coupon_amount * minorUnitsPerMajor(currency)), currency, locale);
  const uses = (coupon: Coupon) =>
    coupon.usage_limit > 0
      ? t('list.usesOf', { used: coupon.usage_count, limit: coupon.usage_limit })
      : numberFormat(locale).format(coupon.usage_count);
  const day = (moment: string | null) =>
    moment ? dateFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(new Date(moment)) : null;
  const status = (coupon: Coupon) => couponState(coupon, new Date(clockNow()));
  return [
    {
      id: 'name',
      label: t('list.name'),
      sort: true,
      phone: 'main',
      cell: (row) => <span dir="ltr">{row.name}</span>,
      csv: (row) => row.name,
    },
    { id: 'discount', label: t('list.discount'), sort: true, phone: 'side', cell: discount },
    {
      id: 'status',
      label: t('list.status'),
      phone: 'under',
      cell: (row) =>
        status(row) === 'active' ? (
          <StatusDot>{t('state.active')}</StatusDot>
        ) : (
          <Badge>{t(`state.${status(row)}`)}</Badge>
        ),
      csv: (row) => t(`state.${status(row)}`),
    },
    {
      id: 'products',
      label: t('list.appliesTo'),
      cell: (row) =>
        row.product_ids.length > 0 ? t('list.products', { count: row.product_ids.length }) : t('form.allProducts'),
    },
    { id: 'date_start', label: t('list.from'), sort: true, cell: (row) => day(row.date_start) },
    {
      id: 'date_end',
      label: t('list.until'),
      sort: true,
      cell: (row) => day(row.date_end) ?? t('list.always'),
      csv: (row) => day(row.date_end),
    },
    {
      id: 'usage_count',
      label: t('list.uses'),
      sort: true,
      isEnd: true,
      phone: 'under',
      cell: uses,
      csv: (row) => row.usage_count,
    },
  ];
}
