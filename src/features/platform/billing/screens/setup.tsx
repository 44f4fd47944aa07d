import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { ProgressRing } from '#ui/charts/progress-ring.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Card } from '#ui/layout/section.tsx';
import { OwnerScreen } from '../components/owner-screen.tsx';
import { billingQueries, type OwnAccount } from '../data.ts';
import type { CreatedSite } from './site-form.tsx';
import { SiteWizard } from './site-wizard.tsx';

/** Creates a site, or shows the setup checklist of an existing one. */
export default function Setup() {
  const db = useDb();
  const { session } = useSession();
  const [search] = useSearchParams();
  const [createdSite, setCreatedSite] = useState<CreatedSite | null>(null);
  const userId = session?.user.id ?? '';
  const accounts = useQuery({ ...billingQueries.accounts(db, userId), enabled: userId !== '' });
  // The new site's screen stays until the person continues, although they own a site from now on.
  const isFresh = createdSite !== null && !search.has('account');
  if (search.has('new') || accounts.data?.length === 0 || isFresh)
    return <SiteWizard made={createdSite} onMade={setCreatedSite} />;
  return <OwnerScreen name="setup">{(account) => <Checklist account={account} />}</OwnerScreen>;
}

/** `screen` is a path on the site itself, where its owner arrives signed in. */
type Step = { id: string; action?: string; isDone: boolean; href?: string; screen?: string };

function Checklist({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const usage = useQuery(billingQueries.usage(db, account.account_id));
  const subscription = useQuery(billingQueries.subscription(db, account.account_id));
  const payment = useQuery(billingQueries.takesPayment(db, account.account_id));
  const { open, isBusy } = useOpenSite();
  const reads = [usage, subscription, payment];
  if (reads.some(({ isError }) => isError))
    return <ErrorState onRetry={() => void Promise.all(reads.map(({ refetch }) => refetch()))} />;
  if (!usage.data || subscription.data === undefined || payment.data === undefined) return <SkeletonText lines={6} />;
  const used = (meter: string) => usage.data.find((row) => row.meter === meter)?.used ?? 0;
  const steps: Step[] = [
    { id: 'address', isDone: true, href: paths.app(account.account_id) },
    ...(account.features.includes('lms')
      ? [{ id: 'course', action: 'makeCourse', isDone: used('courses') > 0, screen: paths.newCourse() }]
      : []),
    { id: 'members', action: 'invite', isDone: used('members') > 1, screen: paths.invitations() },
    { id: 'payment', isDone: payment.data, screen: paths.payment() },
    { id: 'plan', isDone: subscription.data?.status === 'active', href: paths.billing(account.account_id) },
    { id: 'domain', isDone: account.domain !== null, href: paths.app(account.account_id) },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="grid max-w-2xl gap-4">
      <Card
        title={t('setup.list')}
        sentence={t('setup.done', { done, total: steps.length })}
        actions={<ProgressRing label={t('setup.list')} percent={(done / steps.length) * 100} size={10} />}
      >
        <ul className="grid gap-3">
          {steps.map((step) => (
            <StepRow key={step.id} step={step} isBusy={isBusy} onOpen={() => open(account.account_id, step.screen)} />
          ))}
        </ul>
      </Card>
      <p>
        <LinkButton href={`${paths.setup()}?new=1`}>{t('setup.another')}</LinkButton>
      </p>
    </div>
  );
}

function StepRow({ step, isBusy, onOpen }: { step: Step; isBusy: boolean; onOpen: () => void }) {
  const { t } = useTranslation('billing');
  const { id, action = id, isDone, href } = step;
  return (
    <li className="flex min-h-8 items-center gap-3">
      {isDone ? (
        <CircleCheck className="flex-none text-success" aria-hidden="true" />
      ) : (
        <CircleDashed className="flex-none text-ink-3" aria-hidden="true" />
      )}
      <span className={isDone ? 'muted min-w-0 flex-1' : 'min-w-0 flex-1'}>
        {t(`setup.step.${id}`)}
        <span className="vh"> {t(isDone ? 'setup.isDone' : 'setup.isOpen')}</span>
      </span>
      {isDone ? null : href ? (
        <LinkButton size="sm" href={href}>
          {t(`setup.action.${action}`)}
        </LinkButton>
      ) : (
        <Button size="sm" isDisabled={isBusy} onPress={onOpen}>
          {t(`setup.action.${action}`)}
        </Button>
      )}
    </li>
  );
}
