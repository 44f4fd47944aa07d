import { useQuery } from '@tanstack/react-query';
import { MonitorDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { accountNumbers } from '#features/platform/reports/data.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/section.tsx';
import type { OwnAccount } from '../data.ts';

/** How to install the site on a home screen. Only the site itself may prompt for it, so this links there. */
export function PhoneCard({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const { session } = useSession();
  const userId = session?.user.id ?? '';
  const sites = useQuery({ ...accountNumbers(db, userId), enabled: userId !== '' });
  const { open, isBusy } = useOpenSite();
  const site = sites.data?.find(({ account_id }) => account_id === account.account_id);
  const name = site?.title ?? account.slug;
  return (
    <Card
      title={t('app.asApp')}
      sentence={t('app.phoneText')}
      actions={
        <Button isBusy={isBusy} onPress={() => open(account.account_id, paths.site())}>
          {t('app.changeIcon')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-start gap-6">
        <figure className="grid w-24 justify-items-center gap-2">
          {site?.icon ? (
            <img src={site.icon} alt="" width={64} height={64} className="size-16 rounded-box object-cover" />
          ) : (
            <span className="grid size-16 place-items-center rounded-box bg-base-200 text-2xl" aria-hidden="true">
              {[...name][0]?.toUpperCase()}
            </span>
          )}
          <figcaption className="cut max-w-full text-xs" dir="auto" title={name}>
            {name}
          </figcaption>
        </figure>
        <ul className="grid min-w-0 flex-1 basis-64 gap-2">
          <li>{t('app.phoneAndroid')}</li>
          <li>{t('app.phoneApple')}</li>
          <li>{t('app.phoneComputer')}</li>
        </ul>
      </div>
      <div className="mt-4">
        <Button icon={MonitorDown} isDisabled={isBusy} onPress={() => open(account.account_id, paths.dashboard('1'))}>
          {t('app.install')}
        </Button>
      </div>
    </Card>
  );
}
