import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Thread } from '#features/engagement/threads/data.ts';
import type { Topic } from '#features/engagement/threads/topics/data.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import type { ListedGroup } from '../../data.ts';
import { TopicPanel } from './topic-panel.tsx';

type Props = { group: ListedGroup; thread: Thread; topics: Topic[]; topic: string | null; canManage: boolean };

/** The topics of a group as a filter of its feed; who looks after the group manages them. */
export function TopicBar({ group, thread, topics, topic, canManage }: Props) {
  const { t } = useTranslation('groups');
  const [isOpen, setOpen] = useState(false);
  if (topics.length === 0 && !canManage) return null;
  const filters = [{ id: null, name: t('topics.all') }, ...topics];
  return (
    <div className="row flex-wrap gap-2">
      {topics.length > 0 ? (
        <nav aria-label={t('topics.filter')} className="row flex-wrap gap-2">
          {filters.map(({ id, name }) => (
            <Link
              key={id}
              to={paths.groupTopic(group.slug, id)}
              className={id === topic ? 'chip is-on' : 'chip'}
              aria-current={id === topic ? 'true' : undefined}
              preventScrollReset
            >
              <bdi>{name}</bdi>
            </Link>
          ))}
        </nav>
      ) : null}
      {canManage ? (
        <Button size="sm" onPress={() => setOpen(true)}>
          {t('topics.manage')}
        </Button>
      ) : null}
      {isOpen ? <TopicPanel thread={thread} topics={topics} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
