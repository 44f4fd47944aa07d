import { LibraryBig, Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { DraftActions, DraftBadge, SaveStatus } from '#features/content/publishing/components/draft-status.tsx';
import { MoreMenu } from '#features/content/publishing/components/more-menu.tsx';
import type { DraftState } from '#features/content/publishing/components/use-draft.ts';
import type { Publishing } from '#features/content/publishing/components/use-publishing.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { type ContentText, type DocToEdit, docKind } from '../data.ts';

type DocHeaderProps = {
  doc: DocToEdit;
  work: DraftState<ContentText>;
  editors: readonly Editor[];
  publishing: Publishing;
  onMove: () => void;
};

/** Title, state and actions of a documentation page that is being written. */
export function DocHeader({ doc, work, editors, publishing, onMove }: DocHeaderProps) {
  const { t } = useTranslation(['docs', 'pages', 'publishing']);
  const { written } = work;
  const isShown = doc.status === 'published';
  const hasUnpublishedChanges = docKind.parts.some((part) => written[part] !== doc[part]);
  const items = [
    publishing.items.schedule,
    ...publishing.items.share,
    { id: 'address', label: t('publishing:address.title'), icon: Link2, onAction: onMove },
    ...publishing.items.unpublish,
    { id: 'all', label: t('editor.back'), icon: LibraryBig, href: paths.manageDocs() },
  ];
  return (
    <PageHeader
      title={written.title || doc.title}
      badge={<DraftBadge status={doc.status} publishAt={doc.draft.publish_at} />}
      sentence={
        <>
          <SaveStatus work={work} /> ·{' '}
          {t(!isShown ? 'editor.isDraft' : hasUnpublishedChanges ? 'editor.hasNews' : 'editor.isShown')}
        </>
      }
      actions={
        <>
          <DraftActions work={work} editors={editors} />
          {isShown ? (
            <LinkButton href={paths.doc(doc.slug)} target="_blank">
              {t('list.view')}
            </LinkButton>
          ) : null}
          <Button onPress={publishing.showVersions}>{publishing.items.versions.label}</Button>
          <MoreMenu label={t('pages:builder.more')} items={items} />
          <Button variant="primary" isBusy={publishing.isBusy} onPress={publishing.publish}>
            {t('pages:builder.publish')}
          </Button>
        </>
      }
    />
  );
}
