import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Meter } from '#ui/charts/progress.tsx';
import { Note } from '#ui/display/states.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { mediaQueries } from '../data.ts';

/** Storage used of the plan's limit: by the library, lessons and member pictures. Warns when it is full. */
export function StorageMeter({ kinds }: { kinds: readonly string[] }) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const storage = useQuery(mediaQueries.storage(db, account_id)).data;
  if (!storage) return null;
  const used = formatSize(storage.used, locale);
  const upgrade = (
    <LinkButton size="sm" href={paths.upgrade()}>
      {t('meter.upgrade')}
    </LinkButton>
  );
  return (
    <div className="mb-6 grid max-w-md gap-3">
      {storage.cap === null ? (
        <p className="help">{t('meter.used', { used })}</p>
      ) : (
        <Meter
          label={t('meter.label')}
          value={storage.used}
          limit={storage.cap}
          amount={t('meter.amount', { used, limit: formatSize(storage.cap, locale) })}
        />
      )}
      <Places kinds={kinds} />
      {storage.cap !== null && storage.used >= storage.cap ? (
        <Note tone="error" action={upgrade}>
          {t('meter.full')}
        </Note>
      ) : null}
    </div>
  );
}

/** The plan meter that counts files of a kind. */
const meters: Partial<Record<string, string>> = { image: 'cdn_images', video: 'videos' };

/** Locations besides the library that count toward the meter: the listed files and these add up to its number. */
function Places({ kinds }: { kinds: readonly string[] }) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const [kind = ''] = kinds;
  const meter = kinds.length > 1 ? undefined : kind === '' ? 'storage' : meters[kind];
  const locations = useQuery({
    ...mediaQueries.places(db, account_id, meter ?? ''),
    enabled: meter !== undefined,
  }).data;
  if (!meter || !locations || locations.every(({ place }) => place === 'library')) return null;
  const format = (amount: number) =>
    meter === 'storage' ? formatSize(amount, locale) : numberFormat(locale).format(amount);
  return (
    <dl className="help flex flex-wrap gap-x-4 gap-y-1">
      <div className="flex gap-1">
        <dt>{t(`places.of.${meter}`)}</dt>
        <dd className="num font-medium">{format(locations.reduce((sum, { amount }) => sum + amount, 0))}</dd>
      </div>
      {locations.map(({ place, amount }) => (
        <div key={place} className="flex gap-1">
          <dt>{t(`places.${place}`)}</dt>
          <dd className="num">{format(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
