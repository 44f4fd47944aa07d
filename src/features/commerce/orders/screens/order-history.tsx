import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import {
  Ban,
  CircleCheck,
  Mail,
  Send,
  ShieldAlert,
  ShieldCheck,
  ShoppingBag,
  StickyNote,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { addNote, historyQueries, removeNote, resendMail } from '../history/data.ts';
import type { OrderEntry } from '../history/schema.ts';
import type { Order } from '../schema.ts';

const icons = {
  placed: ShoppingBag,
  paid: CircleCheck,
  cancelled: Ban,
  refund: Undo2,
  credit: Undo2,
  chargeback: Undo2,
  dispute: ShieldAlert,
  dispute_won: ShieldCheck,
  mail: Mail,
  note: StickyNote,
} as const;

/** What happened to an order, with the notes of those who manage the shop; for them alone. */
export function OrderHistory({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const id = useId();
  const history = useQuery(historyQueries.entries(db, account_id, order.id));
  const { save: resend, isSaving } = useSave(() => resendMail(db, order.id), {
    done: t('history.mailResent', { email: order.email }),
  });
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-semibold">
          {t('history.title')}
        </h3>
        {order.email ? (
          <Button size="sm" icon={Send} isBusy={isSaving} onPress={() => void resend()}>
            {t('history.resend')}
          </Button>
        ) : null}
      </div>
      {history.isError ? <ErrorState onRetry={() => void history.refetch()} /> : null}
      {history.isPending ? <SkeletonText lines={3} /> : null}
      {history.data ? (
        <ol className="grid gap-3">
          {history.data.map((entry) => (
            <Entry key={entry.id} entry={entry} order={order} />
          ))}
        </ol>
      ) : null}
      <NoteForm order={order} />
    </section>
  );
}

function Entry({ entry, order }: { entry: OrderEntry; order: Order }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const db = useDb();
  const { account_id } = useAccount();
  const { save: remove, isSaving } = useSave(() => removeNote(db, entry.id), {
    invalidates: [['orders', account_id, 'history', order.id]],
    done: t('history.noteRemoved'),
  });
  const Icon = icons[entry.kind];
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-(--text-muted)" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        {entry.kind === 'note' ? (
          <p className="whitespace-pre-line break-words" dir="auto">
            {entry.note}
          </p>
        ) : (
          <p>{entryText(entry, (minor) => formatMoney(minor, order.currency, locale), t)}</p>
        )}
        {'facts' in entry && 'reason' in entry.facts && entry.facts.reason ? (
          <p className="help" dir="auto">
            {entry.facts.reason}
          </p>
        ) : null}
        <p className="help">
          <RelativeTime when={entry.created_at} />
          {entry.actor ? (
            <>
              {' · '}
              <bdi>{entry.actor}</bdi>
            </>
          ) : null}
        </p>
      </div>
      {entry.kind === 'note' ? (
        <IconButton icon={Trash2} label={t('history.removeNote')} isBusy={isSaving} onPress={() => void remove()} />
      ) : null}
    </li>
  );
}

/** What an entry tells, in a sentence. `t` of the namespace `orders`. */
function entryText(
  entry: Exclude<OrderEntry, { kind: 'note' }>,
  money: (minor: number) => string,
  t: TFunction<'orders'>,
): string {
  if (entry.kind === 'mail')
    return t(entry.facts.resent ? 'history.mailAgain' : 'history.mail', {
      mail: t(`history.mails.${entry.facts.mail}`),
    });
  if ('facts' in entry) return t(`history.${entry.kind}`, { amount: money(entry.facts.amount) });
  return t(`history.${entry.kind}`);
}

function NoteForm({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const [note, setNote] = useState('');
  useUnsavedInPanel(note.trim() !== '');
  const { save, isSaving, problem } = useSave(
    async () => {
      await addNote(db, order.id, note.trim());
      setNote('');
    },
    { invalidates: [['orders', account_id, 'history', order.id]], done: t('history.noteAdded') },
  );
  return (
    <Form label={t('history.note')} problem={problem} onSubmit={() => note.trim() && void save()}>
      <TextArea
        label={t('history.note')}
        description={t('history.noteHint')}
        value={note}
        onChange={setNote}
        rows={2}
        maxLength={2000}
      />
      <div>
        <Button type="submit" size="sm" isBusy={isSaving} isDisabled={!note.trim()}>
          {t('history.addNote')}
        </Button>
      </div>
    </Form>
  );
}
