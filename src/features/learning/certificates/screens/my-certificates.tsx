import { Copy, ExternalLink, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import type { RowAction } from '#ui/list/list-actions.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import { useCertificateColumns } from '../components/certificate-columns.tsx';
import { certificateKey, listCertificates } from '../data.ts';
import type { Certificate } from '../schema.ts';

/** The certificates of the signed-in member. */
export default function MyCertificates() {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const { id: member_id } = useMember();
  const list = useList({
    key: [...certificateKey(account_id), 'mine'],
    vary: [member_id],
    sort: '-achieved_at',
    read: (request) => listCertificates(db, account_id, { ...request, member_id }),
  });
  const rowActions = useHolderActions();
  return (
    <ListScreen
      list={list}
      title={t('mine.title')}
      sentence={t('mine.sentence')}
      columns={useCertificateColumns()}
      rowName={(row) => row.course}
      rowActions={rowActions}
      actions={<LinkButton href={paths.openBadges()}>{t('mine.badges')}</LinkButton>}
      empty={{
        title: t('mine.emptyTitle'),
        text: t('mine.emptyText'),
        action: <LinkButton href={paths.myCourses()}>{t('mine.toCourses')}</LinkButton>,
      }}
    />
  );
}

function useHolderActions(): (row: Certificate) => RowAction[] {
  const { t } = useTranslation('certificates');
  const { origin } = useSite();
  const copy = (row: Certificate) =>
    copyText(origin + paths.certificate(row.id), t('mine.copied'), t('mine.notCopied'));
  return (row) => [
    {
      id: 'pdf',
      label: t('list.pdf'),
      icon: FileText,
      isQuick: true,
      href: paths.certificateFile(row.id),
      target: '_blank',
    },
    { id: 'copy', label: t('mine.copy'), icon: Copy, isQuick: true, onAction: () => copy(row) },
    { id: 'open', label: t('mine.open'), icon: ExternalLink, href: paths.certificate(row.id), target: '_blank' },
  ];
}
