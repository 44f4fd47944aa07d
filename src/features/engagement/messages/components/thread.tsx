import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { type Conversation, conversationQuery } from '../data.ts';
import { Composer } from './composer.tsx';
import { useConversationName } from './conversation-name.tsx';
import { MessageList } from './message-list.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { useThreadMessages, type Writing } from './thread-messages.ts';
import { useTyping } from './use-typing.ts';

/** One conversation, from its address. */
export function Thread({ id, at }: { id: string; at: number | null }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const conversation = useQuery(conversationQuery(db, account_id, id));
  if (conversation.data) return <OpenThread conversation={conversation.data} at={at} />;
  if (conversation.data === null)
    return (
      <EmptyState
        title={t('notFound.title')}
        drawing="letters"
        isPage
        actions={<LinkButton href={paths.messages()}>{t('back')}</LinkButton>}
      >
        {t('notFound.text')}
      </EmptyState>
    );
  if (conversation.isError)
    return <ErrorState onRetry={() => void conversation.refetch()} isRetrying={conversation.isFetching} />;
  return <SkeletonList rows={6} />;
}

function OpenThread({ conversation, at }: { conversation: Conversation; at: number | null }) {
  const nameOf = useConversationName();
  const name = nameOf(conversation);
  useScreenName(name);
  const thread = useThreadMessages(conversation.id);
  const { typing, sayTyping } = useTyping(conversation.id);
  const [writing, setWriting] = useState<Writing>(null);
  const own = useMember();
  const lastOwn = thread.messages.findLast(({ member_id, deleted_at }) => member_id === own.id && !deleted_at);
  return (
    <>
      <ThreadHeader conversation={conversation} />
      <MessageList
        key={conversation.id}
        conversation={conversation}
        name={name}
        thread={thread}
        at={at}
        writing={writing}
        onWriting={setWriting}
      />
      <TypingLine conversation={conversation} typing={typing} />
      <Composer
        conversation={conversation}
        name={name}
        replyTo={writing?.kind === 'reply' ? writing.message : null}
        onTyping={sayTyping}
        onDone={() => setWriting(null)}
        onEditLast={() => lastOwn && setWriting({ kind: 'edit', message: lastOwn })}
      />
    </>
  );
}

function TypingLine({ conversation: { people }, typing }: { conversation: Conversation; typing: readonly string[] }) {
  const { t } = useTranslation('messages');
  const names = people.filter(({ id }) => typing.includes(id)).map(({ name }) => name);
  const text =
    names.length === 0 ? '' : names.length === 1 ? t('isTyping', { name: `\u2068${names[0]}\u2069` }) : t('areTyping');
  return (
    <p className="chat-typing help" aria-live="polite">
      {text}
    </p>
  );
}
