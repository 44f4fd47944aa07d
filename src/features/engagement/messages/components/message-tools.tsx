import { Copy, Ellipsis, Flag, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { reactionIcons } from '#features/engagement/threads/components/reaction-icons.ts';
import { reactions } from '#features/engagement/threads/rules.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import { type Conversation, deleteMessage, type Message, messageKeys } from '../data.ts';
import { useReact } from './message-reactions.tsx';
import { ReportMessage } from './report-message.tsx';
import type { Writing } from './thread-messages.ts';

type ToolsProps = {
  conversation: Conversation;
  message: Message;
  isOwn: boolean;
  onWriting: (writing: Writing) => void;
};

/** What can be done with a message: react, reply, and the rest in a menu. They appear on hover and focus. */
export function MessageTools({ conversation, message, isOwn, onWriting }: ToolsProps) {
  const { t } = useTranslation('messages');
  const [question, setQuestion] = useState<'delete' | 'report' | null>(null);
  const canWrite = conversation.can_write;
  const author = isOwn ? t('you') : message.author_name;
  const reactionGroup = useReactionGroup(message);
  const reply = {
    id: 'reply',
    label: t('reply', { name: author }),
    icon: Reply,
    onAction: () => onWriting({ kind: 'reply', message }),
  };
  const edit = { id: 'edit', label: t('edit'), icon: Pencil, onAction: () => onWriting({ kind: 'edit', message }) };
  const copy = {
    id: 'copy',
    label: t('copy'),
    icon: Copy,
    onAction: () => copyText(message.body, t('copied'), t('notCopied')),
  };
  const remove = {
    id: 'delete',
    label: t('delete.open'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setQuestion('delete'),
  };
  const report = {
    id: 'report',
    label: t('report.open'),
    icon: Flag,
    isDanger: true,
    onAction: () => setQuestion('report'),
  };
  const items = [...(canWrite ? [reply] : []), ...(message.body ? [copy] : []), ...(isOwn ? [edit, remove] : [report])];
  return (
    <div className="chat-tools">
      {canWrite ? (
        <span className="is-quick">
          <MenuButton
            label={t('react')}
            placement="bottom end"
            groups={[reactionGroup]}
            trigger={<IconButton size="sm" icon={SmilePlus} label={t('react')} />}
          />
          <IconButton size="sm" icon={Reply} isDirectional label={reply.label} onPress={reply.onAction} />
        </span>
      ) : null}
      <MenuButton
        label={t('moreOf', { name: author })}
        placement="bottom end"
        groups={[...(canWrite ? [reactionGroup] : []), { id: 'message', items }]}
        trigger={<IconButton size="sm" icon={Ellipsis} label={t('moreOf', { name: author })} />}
      />
      <DeleteQuestion message={message} isOpen={question === 'delete'} onClose={() => setQuestion(null)} />
      {question === 'report' ? <ReportMessage message={message} onClose={() => setQuestion(null)} /> : null}
    </div>
  );
}

function useReactionGroup(message: Message): MenuGroup {
  const { t } = useTranslation(['messages', 'threads']);
  const { id } = useMember();
  const { save } = useReact(message);
  const own = message.message_reactions.filter(({ member_id }) => member_id === id).map(({ reaction }) => reaction);
  return {
    id: 'reactions',
    title: t('react'),
    items: reactions.map((reaction) => ({
      id: reaction,
      label: t(`threads:reaction.${reaction}`),
      icon: reactionIcons[reaction],
      onAction: () => void save({ reaction, isOn: !own.includes(reaction) }),
    })),
  };
}

function DeleteQuestion({ message, isOpen, onClose }: { message: Message; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const { saveOrThrow } = useSave(() => deleteMessage(db, message.id), {
    invalidates: [messageKeys.thread(account_id, message.conversation_id), messageKeys.list(account_id)],
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      onConfirm={() => saveOrThrow()}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
