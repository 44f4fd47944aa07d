import { useTranslation } from 'react-i18next';
import { useOnlineIds } from '#base/browser/presence.ts';
import { listFormat } from '#base/shared/formats.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { Conversation } from '../data.ts';
import { namesOf } from '../rules.ts';

/** What a conversation is called: its name, or who else takes part. */
export function useConversationName(): (conversation: Pick<Conversation, 'title' | 'people'>) => string {
  const { t } = useTranslation('messages');
  const { locale } = useLocale();
  return ({ title, people }) => {
    if (title) return title;
    if (people.length === 0) return t('nobodyLeft');
    const { names, more } = namesOf(people);
    // Isolated, so that names of another direction stay in order.
    const isolated = names.map((name) => `\u2068${name}\u2069`);
    return listFormat(locale, { type: 'conjunction' }).format(
      more > 0 ? [...isolated, t('more', { number: more })] : isolated,
    );
  };
}

type PictureProps = { conversation: Pick<Conversation, 'id' | 'kind' | 'people' | 'title'>; size?: 28 | 32 | 40 };

/** The picture of the other one, with whether they are online; of a group its first letters. */
export function ConversationPicture({ conversation, size = 40 }: PictureProps) {
  const online = useOnlineIds();
  const nameOf = useConversationName();
  const [other] = conversation.people;
  const isDirect = conversation.kind === 'direct' && other !== undefined;
  return (
    <span aria-hidden="true">
      <Avatar
        variant="avatarOnly"
        size={size}
        name={isDirect ? other.name : nameOf(conversation)}
        hueKey={isDirect ? other.user_id : conversation.id}
        sources={isDirect && other.avatar ? [other.avatar] : []}
        isOnline={isDirect && online.has(other.user_id)}
      />
    </span>
  );
}
