import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { replyToTicket, type Ticket, ticketKeys, ticketQueries } from '../data.ts';
import { fillPlaceholders } from '../rules.ts';
import { MAX_MESSAGE, type Status } from '../schema.ts';
import { AttachmentPicker, useAttachments } from './attachments.tsx';
import type { TicketAccess } from './use-ticket-access.ts';

type Kind = 'answer' | 'note';

/** Reply form of a ticket: a reply to everyone or, for staff, an internal note. */
export function TicketReplyForm({ ticket, access, site }: { ticket: Ticket; access: TicketAccess; site: string }) {
  const { t } = useTranslation('tickets');
  const isStaff = access.isStaff === true;
  const [kind, setKind] = useState<Kind>('answer');
  const [takesFiles, setTakesFiles] = useState(false);
  const isNote = isStaff && kind === 'note';

  const { draft, choice, send, saving, problem } = useReply(ticket, access, isNote, () => setTakesFiles(false));
  const { body } = draft.values;
  const facts = { name: ticket.requester_name, number: String(ticket.number), site };
  return (
    <Form label={t('answer.form')} problem={problem} onSubmit={() => void send(null)}>
      {isStaff ? (
        <div className="row flex-wrap justify-between">
          <KindChoice kind={kind} onChange={setKind} />
          <InsertReply
            access={access}
            onInsert={(text) =>
              draft.set('body', (body.trim() ? `${body.trimEnd()}\n\n` : '') + fillPlaceholders(text, facts))
            }
          />
        </div>
      ) : null}
      <TextArea
        label={t(isNote ? 'answer.noteLabel' : 'answer.label')}
        description={
          isNote ? t('answer.noteHelp') : ticket.status === 'resolved' && !isStaff ? t('answer.reopens') : undefined
        }
        rows={5}
        maxLength={MAX_MESSAGE}
        {...draft.field('body')}
      />
      {takesFiles || choice.files.length > 0 ? <AttachmentPicker choice={choice} /> : null}
      <div className="row flex-wrap">
        <Button variant="primary" type="submit" isBusy={saving === null} isDisabled={saving === 'resolved'}>
          {t(isNote ? 'answer.sendNote' : 'answer.send')}
        </Button>
        {takesFiles ? null : (
          <Button icon={Paperclip} onPress={() => setTakesFiles(true)}>
            {t('files.attach')}
          </Button>
        )}
        {!isNote && ticket.status !== 'resolved' ? (
          <Button
            isBusy={saving === 'resolved'}
            isDisabled={saving === null || body.trim() === ''}
            onPress={() => void send('resolved')}
          >
            {t('answer.sendAndResolve')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}

/** What is written and attached, and sending it; both are empty again once it is sent. */
function useReply(ticket: Ticket, access: TicketAccess, isNote: boolean, onSent: () => void) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const choice = useAttachments(access);
  const draft = useDraft({
    saved: { body: '' },
    validate: ({ body }) => ({ body: body.trim() ? undefined : t('form.errors.body') }),
  });
  const { body } = draft.values;
  const { save, saving, problem } = useSave(
    async (next_status: Status | null) => {
      const files = await choice.settled();
      await replyToTicket(db, access.account_id, ticket.id, { body, is_internal: isNote, next_status, files });
      draft.discard();
      choice.clear();
      onSent();
    },
    {
      form: draft,
      done: t(isNote ? 'answer.noted' : 'answer.sent'),
      invalidates: [ticketKeys.all(access.account_id)],
    },
  );
  return { draft, choice, send: save, saving, problem };
}

/** Menu of the canned replies; nothing where there is none. */
function InsertReply({ access, onInsert }: { access: TicketAccess; onInsert: (text: string) => void }) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const replies = useQuery(ticketQueries.replies(db, access.account_id));
  const items = (replies.data ?? []).map((reply) => ({
    id: reply.id,
    label: reply.title,
    onAction: () => onInsert(reply.body),
  }));
  if (items.length === 0) return null;
  return (
    <MenuButton
      label={t('replies.insert')}
      placement="bottom end"
      groups={[{ id: 'ready', items }]}
      trigger={
        <Button size="sm" variant="quiet" icon={MessageSquareText}>
          {t('replies.insert')}
        </Button>
      }
    />
  );
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation('tickets');
  return (
    <Segmented
      label={t('answer.kind')}
      value={kind}
      onChange={onChange}
      options={[
        { id: 'answer', label: t('answer.toCustomer') },
        { id: 'note', label: t('answer.note') },
      ]}
    />
  );
}
