import { useTranslation } from 'react-i18next';
import { PostQueue } from '#features/engagement/threads/components/post-queue.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';

/** The moderation queue of the comments under posts. */
export default function CommentQueue() {
  const { t } = useTranslation('posts');
  return <PostQueue kind="post" actions={<LinkButton href={paths.posts()}>{t('editor.back')}</LinkButton>} />;
}
