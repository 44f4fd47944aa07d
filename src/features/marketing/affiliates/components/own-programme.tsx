import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { Money } from '#ui/display/money.tsx';
import { Section } from '#ui/layout/section.tsx';
import { affiliateBalances, affiliateCounts, affiliateKey, type OwnAffiliate } from '../data.ts';
import { AffiliateStateBadge } from './affiliate-state.tsx';
import { useCommissionText } from './commission-text.ts';
import { CopyButton } from './copy-button.tsx';

type OwnProps = { affiliate: OwnAffiliate; currency: string; onJoin: () => void };

/** A programme the member is in: their link, what it brought, pictures and terms. */
export function OwnProgramme({ affiliate, currency, onJoin }: OwnProps) {
  const { t } = useTranslation('affiliates');
  const commissionText = useCommissionText(currency);
  const { state, affiliate_programmes: programme } = affiliate;
  return (
    <Section
      title={<span dir="auto">{programme.title}</span>}
      sentence={commissionText(programme)}
      actions={<AffiliateStateBadge state={state} />}
    >
      <div className="grid gap-6">
        {state === 'approved' ? <Link affiliate={affiliate} /> : null}
        {state === 'invited' ? (
          <div className="grid justify-items-start gap-2">
            <p>{t('mine.invited')}</p>
            <Button variant="primary" aria-label={t('join.to', { title: programme.title })} onPress={onJoin}>
              {t('join.button')}
            </Button>
          </div>
        ) : null}
        {state === 'applied' || state === 'refused' || state === 'suspended' ? <p>{t(`mine.${state}`)}</p> : null}
        {state === 'approved' || state === 'suspended' ? <Numbers affiliate={affiliate} currency={currency} /> : null}
        {state === 'approved' && programme.pictures.length > 0 ? <Pictures pictures={programme.pictures} /> : null}
        {programme.terms ? (
          <details>
            <summary>{t('programme.terms')}</summary>
            <p className="mt-2 whitespace-pre-line" dir="auto">
              {programme.terms}
            </p>
          </details>
        ) : null}
      </div>
    </Section>
  );
}

function Link({ affiliate }: { affiliate: OwnAffiliate }) {
  const { code, coupons: coupon, affiliate_programmes: programme } = affiliate;
  const { t } = useTranslation('affiliates');
  const link = `${location.origin}${paths.referral(code)}`;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <code className="break-all" dir="ltr">
          {link}
        </code>
        <CopyButton link={link} />
      </div>
      {coupon ? (
        <p>
          {t('panel.coupon')}: <code dir="ltr">{coupon.name}</code>
        </p>
      ) : null}
      <p className="help">{t('link.help', { days: programme.window_days })}</p>
    </div>
  );
}

function Numbers({ affiliate, currency }: { affiliate: OwnAffiliate; currency: string }) {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const counts = useQuery({
    queryKey: [...affiliateKey(account_id), 'counts'],
    queryFn: () => affiliateCounts(db, account_id),
  }).data?.get(affiliate.id);
  const all = useQuery({
    queryKey: [...affiliateKey(account_id), 'balances'],
    queryFn: () => affiliateBalances(db, account_id),
  }).data;
  const own = all?.filter((balance) => balance.affiliate_id === affiliate.id) ?? [];
  const balances = own.length > 0 ? own : [{ currency, pending: 0, payable: 0, paid: 0 }];
  const number = numberFormat(locale);
  return (
    <Stats>
      <Stat label={t('list.clicks')} value={number.format(counts?.clicks ?? 0)} />
      <Stat label={t('list.sales')} value={number.format(counts?.sales ?? 0)} />
      {balances.flatMap((balance) =>
        (['pending', 'payable', 'paid'] as const).map((id) => (
          <Stat
            key={`${balance.currency}${id}`}
            label={t(`payout.${id}`)}
            value={<Money minor={balance[id]} currency={balance.currency} />}
          />
        )),
      )}
    </Stats>
  );
}

function Pictures({ pictures }: { pictures: readonly string[] }) {
  const { t } = useTranslation('affiliates');
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('programme.pictures')}</h3>
      <ul className="flex flex-wrap gap-3">
        {pictures.map((address, at) => (
          <li key={address}>
            <a href={address} download aria-label={`${t('programme.pictures')} ${at + 1}`}>
              <img src={address} alt="" width={144} height={96} className="h-24 w-36 rounded object-cover" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
