import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { reactionIcons } from '#features/engagement/threads/components/reaction-icons.ts';
import { type Reaction, reactions } from '#features/engagement/threads/rules.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { type Conversation, type Message, messageKeys, reactToMessage } from '../data.ts';

/** Adds or takes back a reaction. */
export function useReact({ id, conversation_id }: Message) {
  const db = useDb();
  const { account_id } = useAccount();
  return useSave(
    ({ reaction, isOn }: { reaction: Reaction; isOn: boolean }) => reactToMessage(db, id, reaction, isOn),
    {
      invalidates: [messageKeys.thread(account_id, conversation_id)],
    },
  );
}

/** The reactions to a message as toggles. */
export function MessageReactions({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { t } = useTranslation(['messages', 'threads']);
  const member = useMember();
  const { save } = useReact(message);
  if (message.message_reactions.length === 0) return null;
  const nameOf = (id: string) =>
    id === member.id ? t('you') : (conversation.people.find((person) => person.id === id)?.name ?? t('formerMember'));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box and is for forms
    <div className="chat-reactions" role="group" aria-label={t('reactions')}>
      {reactions.map((reaction) => {
        const by = message.message_reactions.filter((one) => one.reaction === reaction);
        if (by.length === 0) return null;
        const Icon = reactionIcons[reaction];
        const isOwn = by.some(({ member_id }) => member_id === member.id);
        return (
          <button
            key={reaction}
            type="button"
            className="chat-reaction"
            aria-pressed={isOwn}
            aria-label={`${t(`threads:reaction.${reaction}`)}: ${by.length}`}
            title={by.map(({ member_id }) => nameOf(member_id)).join(', ')}
            onClick={() => void save({ reaction, isOn: !isOwn })}
          >
            <Icon aria-hidden="true" />
            {by.length}
          </button>
        );
      })}
    </div>
  );
}
