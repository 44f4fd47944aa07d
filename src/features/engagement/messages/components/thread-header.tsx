import { ArrowLeft, Ban, Bell, BellOff, Ellipsis, LogOut, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useOnlineIds } from '#base/browser/presence.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { IconButton, IconLink } from '#ui/buttons/icon-button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import {
  blockMember,
  type Conversation,
  leaveConversation,
  messageKeys,
  type NotifyLevel,
  savePreferences,
} from '../data.ts';
import { ConversationPicture, useConversationName } from './conversation-name.tsx';
import { GroupPanel } from './group-panel.tsx';

type HeaderProps = { conversation: Conversation };
type Question = 'block' | 'leave' | 'people' | null;

/** Who the conversation is with, whether they are there, and what can be done with it. */
export function ThreadHeader({ conversation }: HeaderProps) {
  const { t } = useTranslation('messages');
  const nameOf = useConversationName();
  const [question, setQuestion] = useState<Question>(null);
  const groups = useThreadMenu(conversation, setQuestion);
  return (
    <header className="chat-head chat-thread-head">
      <IconLink className="chat-back" icon={ArrowLeft} isDirectional label={t('back')} href={paths.messages()} />
      <ConversationPicture conversation={conversation} size={32} />
      <div className="min-w-0 flex-1">
        <h1 className="chat-title cut" dir="auto">
          {nameOf(conversation)}
        </h1>
        <Presence conversation={conversation} />
      </div>
      <MenuButton
        label={t('options')}
        placement="bottom end"
        groups={groups}
        trigger={<IconButton icon={Ellipsis} label={t('options')} />}
      />
      {question === 'people' ? <GroupPanel conversation={conversation} onClose={() => setQuestion(null)} /> : null}
      <BlockQuestion conversation={conversation} isOpen={question === 'block'} onClose={() => setQuestion(null)} />
      <LeaveQuestion conversation={conversation} isOpen={question === 'leave'} onClose={() => setQuestion(null)} />
    </header>
  );
}

function Presence({ conversation: { kind, people, member_count } }: HeaderProps) {
  const { t } = useTranslation('messages');
  const online = useOnlineIds();
  const count = people.filter(({ user_id }) => online.has(user_id)).length;
  if (kind === 'direct') return <p className="help">{t(count > 0 ? 'online' : 'offline')}</p>;
  const members = t('memberCount', { number: member_count });
  return <p className="help cut">{count > 0 ? `${members} · ${t('onlineCount', { number: count })}` : members}</p>;
}

function useThreadMenu(conversation: Conversation, ask: (question: Question) => void): MenuGroup[] {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const { id, kind, is_muted, notify_level, people } = conversation;
  const { save } = useSave(
    (preferences: { is_muted?: boolean; notify_level?: NotifyLevel }) =>
      savePreferences(db, account_id, id, member.id, preferences),
    {
      invalidates: [messageKeys.conversation(account_id, id), messageKeys.list(account_id)],
      done: (_result, { is_muted: muted }) => (muted === undefined ? t('saved') : t(muted ? 'isMuted' : 'isUnmuted')),
    },
  );
  const isStaff = member.role.caps.includes('manage_options') || member.role.caps.includes('edit_posts');
  const mute = {
    id: 'mute',
    label: t(is_muted ? 'unmute' : 'mute'),
    icon: is_muted ? Bell : BellOff,
    onAction: () => void save({ is_muted: !is_muted }),
  };
  const levels: MenuGroup = {
    id: 'level',
    title: t('notify.title'),
    selectionMode: 'single',
    selectedIds: [notify_level],
    onSelect: ([level]) => void save({ notify_level: level === 'mentions' ? 'mentions' : 'all' }),
    items: (['all', 'mentions'] as const).map((level) => ({ id: level, label: t(`notify.${level}`) })),
  };
  const members = { id: 'people', label: t('group.title'), icon: UsersRound, onAction: () => ask('people') };
  const block = { id: 'block', label: t('block.open'), icon: Ban, isDanger: true, onAction: () => ask('block') };
  const leave = { id: 'leave', label: t('leave.open'), icon: LogOut, isDanger: true, onAction: () => ask('leave') };
  if (kind === 'group') return [{ id: 'group', items: [members, mute] }, levels, { id: 'end', items: [leave] }];
  return [{ id: 'direct', items: [mute] }, ...(isStaff || people.length === 0 ? [] : [{ id: 'end', items: [block] }])];
}

type QuestionProps = HeaderProps & { isOpen: boolean; onClose: () => void };

function BlockQuestion({ conversation: { people }, isOpen, onClose }: QuestionProps) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const { id } = useMember();
  const navigate = useNavigate();
  const [other] = people;
  const { saveOrThrow } = useSave(() => blockMember(db, account_id, id, other?.id ?? ''), {
    invalidates: [messageKeys.all(account_id)],
    done: t('block.done', { name: other?.name }),
    onSaved: () => navigate(paths.messages()),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('block.title', { name: other?.name })}
      confirmLabel={t('block.confirm')}
      onConfirm={() => saveOrThrow()}
    >
      {t('block.text')}
    </ConfirmDialog>
  );
}

function LeaveQuestion({ conversation, isOpen, onClose }: QuestionProps) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const nameOf = useConversationName();
  const navigate = useNavigate();
  const { saveOrThrow } = useSave(() => leaveConversation(db, conversation.id), {
    invalidates: [messageKeys.all(account_id)],
    done: t('leave.done'),
    onSaved: () => navigate(paths.messages()),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('leave.title', { name: nameOf(conversation) })}
      confirmLabel={t('leave.confirm')}
      onConfirm={() => saveOrThrow()}
    >
      {t('leave.text')}
    </ConfirmDialog>
  );
}
