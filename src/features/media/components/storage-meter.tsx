import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/button.tsx';
import { formatSize } from '#ui/file-rules.ts';
import { Meter } from '#ui/progress.tsx';
import { Note } from '#ui/states.tsx';
import { mediaQueries } from '../data.ts';

/** How much of the plan's storage is used: by the library, by lessons, by pictures of people. Told when it is full. */
export function StorageMeter() {
  const { t } = useTranslation('media');
  const wire = useWire();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const storage = useQuery(mediaQueries.storage(wire, account_id)).data;
  if (!storage) return null;
  const used = formatSize(storage.used, locale);
  if (storage.cap === null) return <p className="help mb-4">{t('meter.used', { used })}</p>;
  const upgrade = (
    <LinkButton size="sm" href={paths.upgrade()}>
      {t('meter.upgrade')}
    </LinkButton>
  );
  return (
    <div className="mb-6 grid max-w-md gap-3">
      <Meter
        label={t('meter.label')}
        value={storage.used}
        limit={storage.cap}
        amount={t('meter.amount', { used, limit: formatSize(storage.cap, locale) })}
      />
      {storage.used >= storage.cap ? (
        <Note tone="error" action={upgrade}>
          {t('meter.full')}
        </Note>
      ) : null}
    </div>
  );
}
