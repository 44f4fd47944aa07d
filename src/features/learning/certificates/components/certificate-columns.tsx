import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import type { ListColumn } from '#ui/list/list-column.ts';
import { stateOf } from '../rules.ts';
import type { Certificate } from '../schema.ts';
import { CertificateStateMark } from './certificate-state.tsx';

/** The columns of every list of certificates, after the screen's own. The course opens the page that proves it. */
export function useCertificateColumns(before: readonly ListColumn<Certificate>[] = []): ListColumn<Certificate>[] {
  const { t } = useTranslation('certificates');
  const { locale } = useSite();
  // Dates and not how long ago: they are what the document says.
  const day = (moment: string) => dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment));
  return [
    ...before,
    {
      id: 'course',
      label: t('list.course'),
      sort: true,
      phone: before.length === 0 ? 'main' : 'under',
      cell: (row) => (
        <a className="link" href={paths.certificate(row.id)} target="_blank" rel="noreferrer">
          <bdi>{row.course}</bdi>
        </a>
      ),
      csv: (row) => row.course,
    },
    { id: 'achieved_at', label: t('list.date'), sort: true, phone: 'under', cell: (row) => day(row.achieved_at) },
    {
      id: 'expires_at',
      label: t('list.validUntil'),
      sort: true,
      cell: (row) => (row.expires_at ? day(row.expires_at) : t('list.forGood')),
    },
    {
      id: 'state',
      label: t('list.state'),
      phone: 'side',
      cell: (row) => <CertificateStateMark certificate={row} />,
      csv: (row) => t(`state.${stateOf(row, clockNow())}`),
    },
  ];
}
