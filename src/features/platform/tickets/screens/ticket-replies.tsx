import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { type TicketAccess, useTicketAccess } from '../components/use-ticket-access.ts';
import { type CannedReply, removeReply, ticketKeys, ticketQueries } from '../data.ts';
import { ReplyForm } from './reply-form.tsx';
import { TargetList } from './target-list.tsx';

/** Settings for staff: canned replies and response targets. */
export default function TicketReplies() {
  const { t } = useTranslation('tickets');
  const access = useTicketAccess();
  if (access.isStaff) return <Replies access={access} />;
  return (
    <main id="content" className="page">
      <PageHeader title={t('replies.title')} />
      {access.isStaff === undefined ? (
        <SkeletonText lines={6} />
      ) : (
        <EmptyState
          drawing="house"
          title={t('replies.notYours')}
          actions={<LinkButton href={paths.tickets()}>{t('thread.back')}</LinkButton>}
        />
      )}
    </main>
  );
}

function Replies({ access }: { access: TicketAccess }) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = access;
  const replies = useQuery(ticketQueries.replies(db, account_id));
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null);
  const [removed, setRemoved] = useState<CannedReply | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ticketKeys.all(account_id) });
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('replies.title')}
        count={replies.data?.length}
        sentence={t('replies.sentence')}
        actions={
          <>
            <LinkButton href={paths.tickets()}>{t('thread.back')}</LinkButton>
            <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
              {t('replies.new')}
            </Button>
          </>
        }
      />
      {replies.isError ? <ErrorState onRetry={() => void replies.refetch()} /> : null}
      {replies.isPending ? <SkeletonText lines={6} /> : null}
      {replies.data?.length === 0 ? (
        <EmptyState title={t('replies.emptyTitle')}>{t('replies.emptyText')}</EmptyState>
      ) : null}
      <ul className="grid gap-3">
        {(replies.data ?? []).map((reply) => (
          <ReplyCard key={reply.id} reply={reply} onEdit={() => setEdited(reply)} onRemove={() => setRemoved(reply)} />
        ))}
      </ul>
      <Section className="mt-8" title={t('targets.title')} sentence={t('targets.sentence')}>
        <TargetList account_id={account_id} />
      </Section>
      {edited ? (
        <ReplyForm
          reply={edited === 'new' ? null : edited}
          account_id={account_id}
          onClose={() => setEdited(null)}
          onSaved={async (title) => {
            setEdited(null);
            await refresh();
            showToast(t('replies.saved', { title }));
          }}
        />
      ) : null}
      <RemoveReply reply={removed} account_id={account_id} onClose={() => setRemoved(null)} onRemoved={refresh} />
    </main>
  );
}

function ReplyCard({ reply, onEdit, onRemove }: { reply: CannedReply; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation('tickets');
  return (
    <li className="card">
      <div className="card-pad flex gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="font-semibold" dir="auto">
            {reply.title}
          </h2>
          <p className="muted break-words whitespace-pre-line" dir="auto">
            {reply.body}
          </p>
        </div>
        <span className="flex flex-none items-start gap-1">
          <IconButton icon={Pencil} label={t('replies.edit', { title: reply.title })} onPress={onEdit} />
          <IconButton icon={Trash2} label={t('replies.remove', { title: reply.title })} onPress={onRemove} />
        </span>
      </div>
    </li>
  );
}

function RemoveReply({
  reply,
  account_id,
  onClose,
  onRemoved,
}: {
  reply: CannedReply | null;
  account_id: string;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  return (
    <ConfirmDialog
      isOpen={reply !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('replies.removeTitle', { title: reply?.title })}
      confirmLabel={t('replies.removeLabel')}
      onConfirm={async () => {
        if (!reply) return;
        await removeReply(db, account_id, reply.id);
        await onRemoved();
        showToast(t('replies.removed'));
      }}
    >
      {t('replies.removeText')}
    </ConfirmDialog>
  );
}
