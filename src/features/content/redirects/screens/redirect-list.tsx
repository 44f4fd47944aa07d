import { PencilLine, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { SiteTabs } from '#features/platform/options/components/site-settings-frame.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { listRedirects, type Redirect, removeRedirects, restoreRedirects } from '../data.ts';
import { RedirectForm } from './redirect-form.tsx';
import { RedirectImport } from './redirect-import.tsx';

const kinds = ['automatic', 'own'] as const;

/** List of redirects: created by hand, imported, and added whenever a slug changes. */
export default function RedirectList() {
  const { t } = useTranslation('redirects');
  const db = useDb();
  const { account_id } = useAccount();
  const [edited, setEdited] = useState<Redirect | 'new' | 'import' | null>(null);
  const columns = useRedirectColumns();
  const list = useList({
    key: ['redirects', account_id],
    filters: { kind: { label: t('list.kind'), isSingle: true, options: choices(kinds, (id) => t(`kind.${id}`)) } },
    read: (request) => listRedirects(db, account_id, request),
  });
  const removal = useRemoval();
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('list.new')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      sentence={t('list.sentence')}
      tabs={<SiteTabs />}
      actions={
        <>
          <Button icon={Upload} onPress={() => setEdited('import')}>
            {t('import.title')}
          </Button>
          {newButton}
        </>
      }
      search={t('list.search')}
      columns={columns}
      exportName="redirects"
      rowName={(row) => row.from_path}
      rowActions={(row) => [
        { id: 'edit', label: t('form.edit'), icon: PencilLine, onAction: () => setEdited(row) },
        { ...removal, id: 'remove', run: () => removeRedirects(db, [row.id]), done: removal.done(1) },
      ]}
      bulk={[{ ...removal, run: (ids) => removeRedirects(db, ids), confirm: { text: t('list.removeManyText') } }]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: newButton }}
      noMatch={t('list.noMatch')}
    >
      {edited === 'import' ? <RedirectImport onClose={() => setEdited(null)} onDone={list.refresh} /> : null}
      {edited && edited !== 'import' ? (
        <RedirectForm
          redirect={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={async () => {
            setEdited(null);
            await list.refresh();
            showToast(t('form.saved'));
          }}
        />
      ) : null}
    </ListScreen>
  );
}

function useRemoval() {
  const { t } = useTranslation('redirects');
  const db = useDb();
  const { account_id } = useAccount();
  return {
    label: t('list.remove'),
    icon: Trash2,
    isDanger: true,
    done: (count: number) => t('list.removed', { count }),
    undo: (removed: Redirect[]) => restoreRedirects(db, account_id, removed),
  };
}

function useRedirectColumns(): ListColumn<Redirect>[] {
  const { t } = useTranslation('redirects');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' });
  return [
    {
      id: 'from_path',
      label: t('list.from'),
      sort: true,
      phone: 'main',
      cell: (row) => <bdi>{row.from_path}</bdi>,
      csv: (row) => row.from_path,
    },
    {
      id: 'to_address',
      label: t('list.to'),
      sort: true,
      phone: 'under',
      cell: (row) => <bdi>{row.to_address}</bdi>,
      csv: (row) => row.to_address,
    },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'side',
      cell: (row) => t(`status.${row.status}`),
      csv: (row) => row.status,
    },
    {
      id: 'is_automatic',
      label: t('list.kind'),
      sort: true,
      cell: (row) => (row.is_automatic ? <Badge>{t('kind.automatic')}</Badge> : t('kind.own')),
      csv: (row) => t(row.is_automatic ? 'kind.automatic' : 'kind.own'),
    },
    {
      id: 'updated_at',
      label: t('list.changed'),
      sort: true,
      cell: (row) => day.format(new Date(row.updated_at)),
      csv: false,
    },
  ];
}
