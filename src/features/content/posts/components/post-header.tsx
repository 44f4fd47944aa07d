import { Link2, ListChecks, Newspaper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { DraftActions, DraftBadge, SaveStatus } from '#features/content/publishing/components/draft-status.tsx';
import { MoreMenu } from '#features/content/publishing/components/more-menu.tsx';
import type { DraftState } from '#features/content/publishing/components/use-draft.ts';
import type { Publishing } from '#features/content/publishing/components/use-publishing.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { ContentText, PostToEdit } from '../data.ts';
import { plainText, readingMinutes } from '../rules.ts';

type PostHeaderProps = {
  post: PostToEdit;
  work: DraftState<ContentText>;
  editors: readonly Editor[];
  publishing: Publishing;
  onOpen: (dialog: 'address' | 'checks') => void;
};

/** Title, state and actions of a post that is being written. */
export function PostHeader({ post, work, editors, publishing, onOpen }: PostHeaderProps) {
  const { t } = useTranslation(['posts', 'pages', 'publishing']);
  const { written } = work;
  const items = [
    publishing.items.schedule,
    ...publishing.items.share,
    { id: 'address', label: t('publishing:address.title'), icon: Link2, onAction: () => onOpen('address') },
    ...publishing.items.unpublish,
    { id: 'all', label: t('editor.back'), icon: Newspaper, href: paths.posts() },
  ];
  return (
    <PageHeader
      title={written.title || post.title}
      badge={<DraftBadge status={post.status} publishAt={post.draft.publish_at} />}
      sentence={
        <>
          <SaveStatus work={work} /> · {t('minutes', { count: readingMinutes(plainText(written.content)) })}
        </>
      }
      actions={
        <>
          <DraftActions work={work} editors={editors} />
          {post.status === 'published' ? (
            <LinkButton href={paths.post(post.slug)} target="_blank">
              {t('editor.view')}
            </LinkButton>
          ) : null}
          <Button onPress={publishing.showVersions}>{publishing.items.versions.label}</Button>
          <Button icon={ListChecks} onPress={() => onOpen('checks')}>
            {t('publishing:checks.button')}
          </Button>
          <MoreMenu label={t('pages:builder.more')} items={items} />
          <Button variant="primary" isBusy={publishing.isBusy} onPress={publishing.publish}>
            {t('editor.publish')}
          </Button>
        </>
      }
    />
  );
}
