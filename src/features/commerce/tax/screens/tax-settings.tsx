import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useTabsOf } from '#base/browser/features.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import { rateQueries } from '../rates/data.ts';
import type { PublishedRate } from '../rates/schema.ts';
import { sellerQueries } from '../sellers/data.ts';
import type { Registration, TaxSeller } from '../sellers/schema.ts';
import { CollectingCard } from './collecting-card.tsx';
import { RateList } from './rate-list.tsx';
import { RegistrationList } from './registration-list.tsx';
import { SellerCard } from './seller-card.tsx';
import { TaxGuide } from './tax-guide.tsx';
import { TaxPreviewCard } from './tax-preview-card.tsx';

/** Whether and where a shop collects tax, at which rates, and what a buyer would pay. */
export default function TaxSettings() {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const seller = useQuery(sellerQueries.seller(db, account_id));
  const registrations = useQuery(sellerQueries.registrations(db, account_id));
  const published = useQuery(rateQueries.published(db, account_id));
  const reads = [seller, registrations, published];
  const tabs = useTabsOf(paths.ecommerce());
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('screenNames.taxes')}
        sentence={seller.data ? t(seller.data.collects_tax ? 'state.on' : 'state.off') : undefined}
      />
      <div className="mb-4">
        <PageTabs label={t('state.views')} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
      </div>
      {reads.some(({ isError }) => isError) ? (
        <ErrorState
          onRetry={() => void Promise.all(reads.map((read) => read.refetch()))}
          isRetrying={reads.some(({ isFetching }) => isFetching)}
        />
      ) : null}
      {reads.some(({ isPending }) => isPending) ? <SkeletonText lines={8} /> : null}
      {seller.data && registrations.data && published.data ? (
        <TaxParts seller={seller.data} registrations={registrations.data} published={published.data} />
      ) : null}
    </main>
  );
}

type TaxPartsProps = { seller: TaxSeller; registrations: Registration[]; published: PublishedRate[] };

/** The guide for who begins; all the rest once there is something to collect tax for. */
function TaxParts({ seller, registrations, published }: TaxPartsProps) {
  if (!seller.collects_tax && registrations.length === 0) {
    return (
      <div className="grid max-w-3xl gap-4">
        <TaxGuide seller={seller} published={published} />
        {seller.country ? <SellerCard seller={seller} /> : null}
      </div>
    );
  }
  const isInEu = published.some((rate) => rate.country === seller.country && rate.is_in_eu);
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <CollectingCard seller={seller} registrations={registrations} isInEu={isInEu} />
          <RegistrationList registrations={registrations} published={published} home={seller.country} />
          <SellerCard seller={seller} />
        </div>
        <TaxPreviewCard seller={seller} />
      </div>
      <RateList published={published} />
    </>
  );
}
