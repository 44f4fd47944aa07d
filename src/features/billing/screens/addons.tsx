import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWire } from '#base/browser/wire.ts';
import { Badge } from '#ui/badge.tsx';
import { Switch } from '#ui/choice.tsx';
import { Card } from '#ui/section.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { OwnerScreen } from '../components/owner-screen.tsx';
import { billingQueries, chooseAddons, type OwnAccount } from '../data.ts';

/** Free ones by the specification, section 9; the others are announced there and have no screen behind. */
const free = ['certificates', 'zoom'] as const;
const planned = ['affiliates', 'mobile_app', 'whitelabel'] as const;

/** What can be added to a plan. */
export default function Addons() {
  return <OwnerScreen name="addons">{(account) => <AccountAddons account={account} />}</OwnerScreen>;
}

function AccountAddons({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const wire = useWire();
  const queries = useQueryClient();
  const plans = useQuery(billingQueries.plans(wire));
  const [busy, setBusy] = useState<string | null>(null);
  const allowed = plans.data?.find(({ id }) => id === account.plan_id)?.addons ?? [];

  async function set(id: string, isOn: boolean) {
    setBusy(id);
    try {
      await chooseAddons(
        wire,
        account.account_id,
        isOn ? [...account.addons, id] : account.addons.filter((x) => x !== id),
      );
      await queries.invalidateQueries({ queryKey: billingQueries.all });
      showToast(t(isOn ? 'addon.on' : 'addon.off', { addon: t(`addon.${id}.title`) }));
    } catch (error) {
      showProblem((error as Error).message);
    }
    setBusy(null);
  }
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {free.map((id) => (
        <li key={id}>
          <Card
            title={t(`addon.${id}.title`)}
            sentence={t(`addon.${id}.text`)}
            actions={<Badge>{t('addon.free')}</Badge>}
          >
            <Switch
              isSelected={account.addons.includes(id)}
              isDisabled={busy !== null || !allowed.includes(id)}
              onChange={(isOn) => void set(id, isOn)}
            >
              {t('addon.use', { addon: t(`addon.${id}.title`) })}
            </Switch>
          </Card>
        </li>
      ))}
      {planned.map((id) => (
        <li key={id}>
          <Card
            title={t(`addon.${id}.title`)}
            sentence={t(`addon.${id}.text`)}
            actions={<Badge isOutline>{t('addon.planned')}</Badge>}
          >
            <Switch isDisabled isSelected={false}>
              {t('addon.use', { addon: t(`addon.${id}.title`) })}
            </Switch>
          </Card>
        </li>
      ))}
    </ul>
  );
}
