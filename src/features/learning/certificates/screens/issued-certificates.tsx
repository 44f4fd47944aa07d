import { Ban, FileText, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { TeachingTabs } from '#features/learning/courses/components/teaching-tabs.tsx';
import { paths } from '#paths';
import type { RowAction } from '#ui/list/list-actions.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { useCertificateColumns } from '../components/certificate-columns.tsx';
import { CertificateTabs } from '../components/designer-tabs.tsx';
import { IssueButton } from '../components/issue-button.tsx';
import { RevokeDialog } from '../components/revoke-dialog.tsx';
import { certificateKey, listCertificates, renewCertificate } from '../data.ts';
import { type Certificate, certificateStates } from '../schema.ts';

/** Every certificate that was issued, for who manages the site. */
export default function IssuedCertificates() {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const [revoked, setRevoked] = useState<Certificate | null>(null);
  const list = useList({
    key: [...certificateKey(account_id), 'issued'],
    sort: '-achieved_at',
    filters: { state: { label: t('list.state'), options: choices(certificateStates, (id) => t(`state.${id}`)) } },
    read: ({ state, ...request }) => listCertificates(db, account_id, { ...request, states: state }),
  });
  const rowActions = useManagerActions(setRevoked);
  const columns = useCertificateColumns([
    { id: 'holder', label: t('list.holder'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.holder },
  ]);
  return (
    <ListScreen
      list={list}
      title={t('screenNames.issuedCertificates')}
      sentence={t('list.sentence')}
      tabs={
        <>
          <TeachingTabs />
          <CertificateTabs />
        </>
      }
      actions={<IssueButton />}
      search={t('list.search')}
      columns={columns}
      exportName="certificates"
      rowName={(row) => row.holder}
      rowActions={rowActions}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
      noMatch={t('list.noMatch')}
    >
      {revoked ? <RevokeDialog certificate={revoked} onClose={() => setRevoked(null)} /> : null}
    </ListScreen>
  );
}

function useManagerActions(onRevoke: (certificate: Certificate) => void): (row: Certificate) => RowAction[] {
  const { t } = useTranslation('certificates');
  const db = useDb();
  return (row) => [
    { id: 'pdf', label: t('list.pdf'), icon: FileText, href: paths.certificateFile(row.id), target: '_blank' },
    {
      id: 'renew',
      label: t('renew.action'),
      icon: RefreshCw,
      run: () => renewCertificate(db, row.id),
      done: t('renew.done', { name: row.holder }),
      confirm: { title: t('renew.title', { name: row.holder }), text: t('renew.text'), label: t('renew.action') },
    },
    ...(row.revoked_at
      ? []
      : [
          {
            id: 'revoke',
            label: t('revoke.action'),
            icon: Ban,
            isDanger: true,
            onAction: () => onRevoke(row),
          } as const,
        ]),
  ];
}
