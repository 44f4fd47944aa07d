import { Link2, ListChecks, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DraftActions, DraftBadge, SaveStatus } from './draft-status.tsx';
import { MoreMenu } from './more-menu.tsx';
import type { TextEditor } from './use-text-editor.tsx';

type EditorHeaderProps<Content extends { title: string }> = {
  record: { title: string; status: string; draft: { publish_at: string | null } };
  editor: TextEditor<Content>;
  /** What stands beside the state of saving. */
  sentence: ReactNode;
  /** Where visitors read it once it is published. */
  view: { label: string; path: string };
  list: { label: string; path: string; icon: LucideIcon };
  publishLabel: string;
};

/** Title, state and actions of a titled text that is being written. */
export function EditorHeader<Content extends { title: string }>({
  record,
  editor: { work, editors, publishing, setOpen },
  sentence,
  view,
  list,
  publishLabel,
}: EditorHeaderProps<Content>) {
  const { t } = useTranslation(['publishing', 'pages']);
  const items = [
    publishing.items.schedule,
    ...publishing.items.share,
    { id: 'address', label: t('address.title'), icon: Link2, onAction: () => setOpen('address') },
    ...publishing.items.unpublish,
    { id: 'all', label: list.label, icon: list.icon, href: list.path },
  ];
  return (
    <PageHeader
      title={work.written.title || record.title}
      badge={<DraftBadge status={record.status} publishAt={record.draft.publish_at} />}
      sentence={
        <>
          <SaveStatus work={work} /> · {sentence}
        </>
      }
      actions={
        <>
          <DraftActions work={work} editors={editors} />
          {record.status === 'published' ? (
            <LinkButton href={view.path} target="_blank">
              {view.label}
            </LinkButton>
          ) : null}
          <Button onPress={publishing.showVersions}>{publishing.items.versions.label}</Button>
          <Button icon={ListChecks} onPress={() => setOpen('checks')}>
            {t('checks.button')}
          </Button>
          <MoreMenu label={t('pages:builder.more')} items={items} />
          <Button variant="primary" isBusy={publishing.isBusy} onPress={publishing.publish}>
            {publishLabel}
          </Button>
        </>
      }
    />
  );
}
