import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { openSite } from '#features/reports/data.ts';
import { paths } from '#paths';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Form } from '#ui/form.tsx';
import { Card } from '#ui/section.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { ErrorState } from '#ui/states.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { OwnerScreen } from '../components/owner-screen.tsx';
import { askDomain, billingQueries, chooseFeatures, type DomainState, type OwnAccount } from '../data.ts';

/** Where an account's site answers, and where it shall. */
export default function AppScreen() {
  return <OwnerScreen name="app">{(account) => <AccountApp account={account} />}</OwnerScreen>;
}

function AccountApp({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const wire = useWire();
  const site = useSite();
  const domain = useQuery(billingQueries.domain(wire, account.account_id));
  const [isBusy, setBusy] = useState(false);
  async function open() {
    setBusy(true);
    try {
      location.assign(await openSite(paths.handoff(), account.account_id));
    } catch (error) {
      showProblem((error as Error).message);
      setBusy(false);
    }
  }
  if (domain.isError) return <ErrorState onRetry={() => void domain.refetch()} isRetrying={domain.isFetching} />;
  if (!domain.data) return <SkeletonCards count={2} />;
  return (
    <div className="grid max-w-3xl gap-4">
      <Card
        title={t('app.address')}
        actions={
          <Button iconEnd={ArrowUpRight} isBusy={isBusy} onPress={() => void open()}>
            {t('app.open')}
          </Button>
        }
      >
        <p dir="ltr" className="font-medium">{`${account.slug}.${site.base_domain}`}</p>
        <p className="help">{t('app.addressText')}</p>
      </Card>
      <FeatureCard account={account} />
      <DomainCard account={account} state={domain.data} />
    </div>
  );
}

const features = ['lms', 'groups', 'appointments', 'single_session'] as const;

/** What the site has switched on; what the plan lacks is named, with the way to one that has it. */
function FeatureCard({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const wire = useWire();
  const queries = useQueryClient();
  const plans = useQuery(billingQueries.plans(wire));
  const [isBusy, setBusy] = useState(false);
  const isInGrace = account.grace_until !== null && new Date(account.grace_until) > new Date();
  const allowed = (plans.data ?? [])
    .filter(({ id }) => id === account.plan_id || (isInGrace && id === account.grace_plan_id))
    .flatMap((plan) => plan.features);
  const isShort = plans.data !== undefined && features.some((feature) => !allowed.includes(feature));

  async function set(feature: string, isOn: boolean) {
    setBusy(true);
    try {
      const others = account.features.filter((other) => other !== feature);
      await chooseFeatures(wire, account.account_id, isOn ? [...others, feature] : others);
      await queries.invalidateQueries({ queryKey: billingQueries.all });
      showToast(t(isOn ? 'addon.on' : 'addon.off', { addon: t(`feature.${feature}`) }));
    } catch (error) {
      showProblem((error as Error).message);
    }
    setBusy(false);
  }
  return (
    <Card title={t('app.features')} sentence={t('app.featuresText')}>
      <div className="grid gap-3">
        {features.map((feature) => (
          <Switch
            key={feature}
            isSelected={account.features.includes(feature) && allowed.includes(feature)}
            isDisabled={isBusy || !allowed.includes(feature)}
            onChange={(isOn) => void set(feature, isOn)}
          >
            {t(`feature.${feature}`)}
          </Switch>
        ))}
        {isShort ? (
          <p className="help">
            {t('app.notInPlan')}{' '}
            <a className="link" href={paths.billing(account.account_id)}>
              {t('plan.compare')}
            </a>
          </p>
        ) : null}
      </div>
    </Card>
  );
}

function DomainCard({ account, state }: { account: OwnAccount; state: DomainState }) {
  const { t } = useTranslation('billing');
  const wire = useWire();
  const site = useSite();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(state.pending ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function ask(domain: string | null) {
    setBusy(true);
    setProblem(null);
    try {
      await askDomain(wire, account.account_id, domain);
      await queries.invalidateQueries({ queryKey: ['billing', 'domain', account.account_id] });
      if (domain === null) setTyped('');
      showToast(t(domain === null ? 'app.withdrawn' : 'app.asked'));
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  }
  const records = state.pending
    ? [
        { kind: 'CNAME', name: state.pending, value: `${account.slug}.${site.base_domain}` },
        { kind: 'TXT', name: `_stoa.${state.pending}`, value: `stoa-domain=${state.token ?? ''}` },
      ]
    : [];
  return (
    <Card
      title={t('app.domain')}
      sentence={t('app.domainText')}
      actions={
        state.pending ? (
          <Badge tone="warning">{t('app.pending')}</Badge>
        ) : state.live ? (
          <Badge tone="success">{t('app.live')}</Badge>
        ) : null
      }
    >
      <div className="grid gap-5">
        {state.live ? (
          <p dir="ltr" className="font-medium">
            {state.live}
          </p>
        ) : null}
        <Form label={t('app.domain')} problem={problem} onSubmit={() => void ask(typed)}>
          <TextField
            label={t('app.domainField')}
            description={t('app.domainHelp')}
            placeholder="learn.example.com"
            maxLength={253}
            value={typed}
            onChange={setTyped}
          />
          <div className="flex gap-3">
            <Button type="submit" variant="primary" isBusy={isBusy} isDisabled={typed.trim() === ''}>
              {t('app.ask')}
            </Button>
            {state.pending ? (
              <Button variant="quiet" isDisabled={isBusy} onPress={() => void ask(null)}>
                {t('app.withdraw')}
              </Button>
            ) : null}
          </div>
        </Form>
        {records.length > 0 ? (
          <div className="grid gap-3">
            <p>{t('app.records')}</p>
            <dl className="grid gap-3">
              {records.map(({ kind, name, value }) => (
                <div key={kind} className="card grid gap-1 p-3">
                  <dt className="font-medium">
                    <span dir="ltr">{kind}</span> · <span dir="ltr">{name}</span>
                  </dt>
                  <dd>
                    <code dir="ltr" className="break-all">
                      {value}
                    </code>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
