import { CornerUpLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMember } from '#base/browser/member.ts';
import { dateFormat, listFormat } from '#base/shared/formats.ts';
import { LinkPreview } from '#features/engagement/threads/components/link-preview.tsx';
import { LINK } from '#features/engagement/threads/previews/rules.ts';
import { textParts } from '#features/engagement/threads/rules.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { Conversation, Message, Quoted } from '../data.ts';
import { EditMessage } from './edit-message.tsx';
import { MessageFiles } from './message-files.tsx';
import { MessageReactions } from './message-reactions.tsx';
import { MessageTools } from './message-tools.tsx';
import type { Writing } from './thread-messages.ts';

type ItemProps = {
  conversation: Conversation;
  message: Message;
  /** The message it answers; hidden or gone where it is undefined. */
  quoted: Quoted | undefined;
  isContinued: boolean;
  isTarget: boolean;
  isEdited: boolean;
  onWriting: (writing: Writing) => void;
  onJump: (seq: number) => void;
};

/** A message: who, when, what, and what can be done with it. */
export function MessageItem(props: ItemProps) {
  const { conversation, message, isContinued, isTarget, isEdited, onWriting } = props;
  const { t } = useTranslation('messages');
  const { id } = useMember();
  const isOwn = message.member_id === id;
  const isDeleted = message.deleted_at !== null;
  const author = isOwn ? t('you') : message.author_name === '—' ? t('formerMember') : message.author_name;
  return (
    <article
      id={`message-${message.seq}`}
      className={classNames(
        'chat-message',
        isOwn && 'is-own',
        isContinued && 'is-continued',
        isTarget && 'is-target',
        conversation.kind === 'direct' && 'is-direct',
      )}
      aria-label={t('messageBy', { name: author })}
    >
      {isOwn || conversation.kind === 'direct' ? null : <AuthorPicture conversation={conversation} message={message} />}
      <MessageHead author={author} message={message} isVisible={!isContinued} />
      <div className="chat-line">
        {isEdited ? (
          <EditMessage message={message} onDone={() => onWriting(null)} />
        ) : (
          <>
            <MessageBubble {...props} />
            {isDeleted ? null : (
              <MessageTools conversation={conversation} message={message} isOwn={isOwn} onWriting={onWriting} />
            )}
          </>
        )}
      </div>
      <MessageReactions message={message} conversation={conversation} />
      {isOwn && message.seq === conversation.last_seq ? <SeenBy conversation={conversation} seq={message.seq} /> : null}
    </article>
  );
}

function AuthorPicture({ conversation, message }: Pick<ItemProps, 'conversation' | 'message'>) {
  const person = conversation.people.find(({ id }) => id === message.member_id);
  return (
    <span className="chat-author" aria-hidden="true">
      <Avatar
        variant="avatarOnly"
        name={message.author_name}
        hueKey={person?.user_id ?? message.member_id ?? message.id}
        sources={person?.avatar ? [person.avatar] : []}
      />
    </span>
  );
}

type HeadProps = { author: string; message: Message; isVisible: boolean };

function MessageHead({ author, message, isVisible }: HeadProps) {
  const { t } = useTranslation('messages');
  const { locale } = useLocale();
  const date = new Date(message.created_at);
  return (
    <p className={isVisible ? 'chat-meta' : 'vh'}>
      <b className="font-medium">
        <bdi>{author}</bdi>
      </b>{' '}
      <time
        dateTime={message.created_at}
        title={dateFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(date)}
      >
        {dateFormat(locale, { timeStyle: 'short' }).format(date)}
      </time>
      {message.edited_at && !message.deleted_at ? ` · ${t('edited')}` : null}
    </p>
  );
}

function MessageBubble({ conversation, message, quoted, isContinued, onJump }: ItemProps) {
  const { t } = useTranslation('messages');
  const { slug } = useMember();
  if (message.deleted_at)
    return (
      <div className="chat-bubble is-deleted">
        <p>{t('deleted')}</p>
      </div>
    );
  const slugs = [slug, ...conversation.people.map((person) => person.slug)];
  return (
    <div className="chat-bubble">
      {message.reply_to_id ? <Quote quoted={quoted} onJump={onJump} /> : null}
      {message.body ? (
        <p className="chat-words" dir="auto">
          {textParts(message.body, slugs).map(({ text, isMention }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no name of their own
            isMention ? <b key={index}>{text}</b> : <Linked key={index} text={text} />,
          )}
          {isContinued && message.edited_at ? <span className="help"> ({t('edited')})</span> : null}
        </p>
      ) : null}
      <LinkPreview text={message.body} />
      <MessageFiles message={message} />
    </div>
  );
}

/** Addresses in a text become links; nothing of them is loaded before somebody presses one. */
function Linked({ text }: { text: string }) {
  return text.split(new RegExp(`(${LINK.source})`, 'gu')).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no name of their own
      <a key={index} className="link" href={part} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

function Quote({ quoted, onJump }: { quoted: Quoted | undefined; onJump: (seq: number) => void }) {
  const { t } = useTranslation('messages');
  if (!quoted) return <p className="chat-quote">{t('quoteGone')}</p>;
  return (
    <button type="button" className="chat-quote" onClick={() => onJump(quoted.seq)}>
      <CornerUpLeft aria-hidden="true" className="flip inline size-3" />{' '}
      <b className="font-medium">
        <bdi>{quoted.author_name}</bdi>
      </b>{' '}
      <bdi>{quoted.deleted_at ? t('deleted') : quoted.body.slice(0, 160) || t('aFile')}</bdi>
    </button>
  );
}

/** Who has read the newest message. */
function SeenBy({ conversation: { people, kind }, seq }: { conversation: Conversation; seq: number }) {
  const { t } = useTranslation('messages');
  const { locale } = useLocale();
  const names = people.filter(({ read_seq }) => read_seq >= seq).map(({ name }) => `\u2068${name}\u2069`);
  if (names.length === 0) return <p className="chat-foot">{t('sent')}</p>;
  if (kind === 'direct') return <p className="chat-foot">{t('seen')}</p>;
  return (
    <p className="chat-foot">{t('seenBy', { names: listFormat(locale, { type: 'conjunction' }).format(names) })}</p>
  );
}
