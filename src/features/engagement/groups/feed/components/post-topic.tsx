import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type Thread, type ThreadPost, threadKeys } from '#features/engagement/threads/data.ts';
import { setPostTopic, type Topic } from '#features/engagement/threads/topics/data.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';

const NO_TOPIC = 'none';

type Props = { slug: string; post: ThreadPost; thread: Thread; topics: Topic[]; canChange: boolean };

/** The topic of a post, which its author and who looks after the group change. */
export function PostTopic({ slug, post, thread, topics, canChange }: Props) {
  const topic = topics.find(({ id }) => id === post.topic_id);
  const hasMenu = canChange && topics.length > 0 && post.parent_id === null && post.status !== 'removed';
  if (!topic && !hasMenu) return null;
  return (
    <div className="row flex-wrap">
      {topic ? (
        <TextLink href={paths.groupTopic(slug, topic.id)}>
          # <bdi>{topic.name}</bdi>
        </TextLink>
      ) : null}
      {hasMenu ? <TopicMenu post={post} thread={thread} topics={topics} /> : null}
    </div>
  );
}

function TopicMenu({ post, thread, topics }: Pick<Props, 'post' | 'thread' | 'topics'>) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { save, isSaving } = useSave((topic: string | null) => setPostTopic(db, post.id, topic), {
    invalidates: [threadKeys.all(account_id, thread.id)],
    done: t('topics.changed'),
  });
  const items = [{ id: NO_TOPIC, label: t('topics.none') }, ...topics.map(({ id, name }) => ({ id, label: name }))];
  return (
    <MenuButton
      label={t('topics.change')}
      trigger={
        <Button
          size="sm"
          variant="quiet"
          isBusy={isSaving}
          aria-label={t('actionOf', { action: t('topics.change'), name: post.author_name })}
        >
          {t('topics.change')}
        </Button>
      }
      groups={[
        {
          id: 'topics',
          items,
          selectionMode: 'single',
          selectedIds: [post.topic_id ?? NO_TOPIC],
          onSelect: ([id]) => id && void save(id === NO_TOPIC ? null : id),
        },
      ]}
    />
  );
}
