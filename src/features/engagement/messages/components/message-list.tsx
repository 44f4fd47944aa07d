import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '#base/browser/member.ts';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat, relativeFormat } from '#base/shared/formats.ts';
import { PlainButton } from '#ui/buttons/plain-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { Conversation, Message } from '../data.ts';
import { firstUnread, isContinued } from '../rules.ts';
import { MessageItem } from './message-item.tsx';
import { QueuedItem } from './queued-item.tsx';
import type { ThreadMessages, Writing } from './thread-messages.ts';
import { useMarkRead } from './use-mark-read.ts';

type ListProps = {
  conversation: Conversation;
  name: string;
  thread: ThreadMessages;
  /** The message a link leads to. */
  at: number | null;
  writing: Writing;
  onWriting: (writing: Writing) => void;
};

/**
 * The messages, the newest at the end. The box is turned over (`column-reverse`), so that it begins at its end and keeps its place when older
 * messages come in above.
 */
export function MessageList({ conversation, name, thread, at, writing, onWriting }: ListProps) {
  const { t } = useTranslation('messages');
  const { messages, waiting, query } = thread;
  const box = useRef<HTMLElement>(null);
  const jump = useJump(thread, at);
  const divider = useDivider(conversation, messages);
  useMarkRead(conversation, messages.at(-1)?.seq ?? 0);
  if (query.isError && messages.length === 0)
    return <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
    <section ref={box} className="chat-scroll" tabIndex={0} aria-label={t('messagesWith', { name })}>
      <div className="chat-messages" role="log" aria-label={t('messagesWith', { name })}>
        <OlderMessages query={query} box={box} />
        {query.isPending ? <SkeletonList rows={5} /> : null}
        {query.isSuccess && messages.length === 0 && waiting.length === 0 ? (
          <p className="m-auto p-6 text-center text-ink-2">{t('firstMessage')}</p>
        ) : null}
        {messages.map((message, index) => {
          const above = messages[index - 1];
          const isNewDay = !above || dayOf(above) !== dayOf(message);
          return (
            <div key={message.id}>
              {isNewDay ? <DayLine at={message.created_at} /> : null}
              {message.seq === divider ? <p className="chat-divider">{t('newMessages')}</p> : null}
              <MessageItem
                conversation={conversation}
                message={message}
                quoted={message.reply_to_id ? thread.quoted.get(message.reply_to_id) : undefined}
                isContinued={!isNewDay && message.seq !== divider && isContinued(message, above)}
                isTarget={message.seq === jump.target}
                isEdited={writing?.kind === 'edit' && writing.message.id === message.id}
                onWriting={onWriting}
                onJump={jump.to}
              />
            </div>
          );
        })}
        {waiting.map((message) => (
          <QueuedItem key={message.client_id} message={message} outbox={thread.outbox} />
        ))}
      </div>
    </section>
  );
}

const dayOf = ({ created_at }: Pick<Message, 'created_at'>) => new Date(created_at).toDateString();

function DayLine({ at }: { at: string }) {
  const { locale } = useLocale();
  const date = new Date(at);
  const now = new Date(clockNow());
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  const text =
    days < 2
      ? relativeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
      : dateFormat(locale, { dateStyle: 'full' }).format(date);
  return (
    <p className="chat-day">
      <time dateTime={at}>{text}</time>
    </p>
  );
}

/** Older messages are read as soon as their place is seen; the button is for keyboards and for after an error. */
function OlderMessages({ query, box }: { query: ThreadMessages['query']; box: React.RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('messages');
  const place = useRef<HTMLDivElement>(null);
  const isIdle = query.hasNextPage && !query.isFetching && !query.isError;
  const readOlder = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (!isIdle || !place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) readOlder();
      },
      { root: box.current, rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isIdle, box]);
  if (!query.hasNextPage) return null;
  return (
    <div ref={place} className="grid justify-items-center p-2">
      <PlainButton
        size="sm"
        variant="quiet"
        isBusy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {t('older')}
      </PlainButton>
    </div>
  );
}

/** Where the unread messages began when the conversation was opened; it stays there while one reads. */
function useDivider(conversation: Conversation, messages: readonly Message[]): number | null {
  const { id } = useMember();
  const [readSeq] = useState(conversation.read_seq);
  const [lastSeq] = useState(conversation.last_seq);
  const first = firstUnread(messages, readSeq, id);
  // What comes in while the conversation is open is not what was missed.
  return first !== null && first <= lastSeq ? first : null;
}

/** Goes to a message by its number, reading older ones until it is there. */
function useJump({ messages, query }: ThreadMessages, at: number | null) {
  const [target, setTarget] = useState(at);
  const [reached, setReached] = useState<number | null>(null);
  useEffect(() => setTarget(at), [at]);
  const oldest = messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const isThere = target !== null && messages.some(({ seq }) => seq === target);
  const isMissing = target !== null && !isThere && target < oldest && query.hasNextPage && !query.isFetching;
  const readOlder = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (isMissing) readOlder();
    if (!isThere) return;
    document.getElementById(`message-${target}`)?.scrollIntoView({ block: 'center' });
    setReached(target);
    setTarget(null);
  }, [isMissing, isThere, target]);
  return { target: reached, to: (seq: number) => setTarget(seq) };
}
