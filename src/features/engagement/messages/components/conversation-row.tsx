import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMember } from '#base/browser/member.ts';
import { paths } from '#paths';
import { Count } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { Conversation } from '../data.ts';
import { ConversationPicture, useConversationName } from './conversation-name.tsx';
import { moveFocus } from './move-focus.ts';

/** A conversation in the list: who, the newest message or the draft, and how many are unread. */
export function ConversationRow({ conversation, isCurrent }: { conversation: Conversation; isCurrent: boolean }) {
  const { t } = useTranslation('messages');
  const nameOf = useConversationName();
  const { unread, is_muted } = conversation;
  return (
    <Link
      className="chat-row"
      onKeyDown={moveFocus}
      to={paths.conversation(conversation.id)}
      aria-current={isCurrent ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <ConversationPicture conversation={conversation} />
      <span className="min-w-0 flex-1">
        <span className="chat-row-head">
          <span className="cut" dir="auto">
            {nameOf(conversation)}
          </span>{' '}
          <span className="help flex-none">
            <RelativeTime when={conversation.last_message_at} />
          </span>
        </span>
        <span className="chat-row-head">
          <Preview conversation={conversation} />
          {is_muted ? (
            <>
              {' '}
              <BellOff role="img" aria-label={t('muted')} className="size-4 flex-none text-ink-3" />
            </>
          ) : null}{' '}
          <Count value={unread} label={t('unread')} />
        </span>
      </span>
    </Link>
  );
}

function Preview({ conversation: { draft, last_message: last, kind } }: { conversation: Conversation }) {
  const { t } = useTranslation('messages');
  const { id } = useMember();
  if (draft)
    return (
      <span className="chat-preview text-ink-2">
        <b className="font-medium">{t('draft')}</b> <bdi className="cut">{draft.slice(0, 120)}</bdi>
      </span>
    );
  if (!last) return <span className="cut text-ink-3">{t('nothingYet')}</span>;
  const text = last.is_deleted ? t('deleted') : last.body || t('aFile');
  const by = last.member_id === id ? t('you') : kind === 'group' ? last.author_name : '';
  return (
    <span className="chat-preview text-ink-2">
      {by ? (
        <span className="flex-none">
          <bdi>{by}</bdi>:{' '}
        </span>
      ) : null}
      <bdi className="cut">{text}</bdi>
    </span>
  );
}
