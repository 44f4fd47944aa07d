import { Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { assignSeats, deliveriesKey, freeSeat } from '../data.ts';
import { placesOf, readPeople } from '../rules.ts';
import type { Delivery, Voucher } from '../schema.ts';

const MAX_FILE_BYTES = 200_000;

/** Who has the seats that were bought; more people, typed or from a file, and seats that are freed. */
export function SeatList({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('fulfilment');
  const db = useDb();
  const { account_id } = useAccount();
  const [freed, setFreed] = useState<Voucher | null>(null);
  const { saveOrThrow } = useSave((seat: Voucher) => freeSeat(db, seat.id), {
    invalidates: [deliveriesKey(account_id)],
    done: (_, { email }) => t('seats.freed', { email }),
  });
  const people = [...delivery.vouchers].sort((a, b) => a.email.localeCompare(b.email));
  return (
    <>
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('seats.title')}</h3>
        {people.length === 0 ? <p className="help">{t('seats.none')}</p> : null}
        <ul className="grid gap-1">
          {people.map((seat) => (
            <li key={seat.id} className="flex items-center gap-3">
              <span className="min-w-0 flex-1">
                <bdi className="block break-words">{seat.recipient_name || seat.email}</bdi>
                <span className="help block">
                  {seat.recipient_name ? `${seat.email} · ` : ''}
                  {t(seat.redeemed_at ? 'seats.taken' : 'seats.invited')}
                </span>
              </span>
              <IconButton
                size="sm"
                icon={Trash2}
                label={t('seats.free', { email: seat.email })}
                onPress={() => setFreed(seat)}
              />
            </li>
          ))}
        </ul>
      </section>
      {people.length < placesOf(delivery) ? <AssignForm key={delivery.id} delivery={delivery} /> : null}
      {freed ? (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setFreed(null)}
          title={t('seats.free', { email: freed.email })}
          confirmLabel={t('seats.freeConfirm')}
          cancelLabel={t('seats.keep')}
          isDanger
          onConfirm={() => saveOrThrow(freed)}
        >
          {t('seats.freeText')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function AssignForm({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('fulfilment');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({
    saved: { people: '' },
    validate: ({ people }) => {
      const read = readPeople(people);
      const wrong = read.unread[0];
      if (wrong !== undefined) return { people: t('seats.unread', { text: wrong.slice(0, 80) }) };
      return read.people.length === 0 ? { people: t('seats.missing') } : {};
    },
    labels: { people: t('seats.people') },
  });
  useUnsavedInPanel(draft.isChanged);
  const { save, isSaving, problem } = useSave(
    () => assignSeats(db, delivery.id, readPeople(draft.values.people).people),
    {
      form: draft,
      invalidates: [deliveriesKey(account_id)],
      onSaved: () => draft.accept({ people: '' }),
      done: (count) => t('seats.assigned', { n: count }),
    },
  );
  const addFile = async ([file]: File[]) => {
    if (file) draft.set('people', [draft.values.people, await file.text()].filter(Boolean).join('\n'));
  };
  return (
    <Form label={t('seats.assign')} problem={problem} onSubmit={() => void save()}>
      <TextArea
        label={t('seats.people')}
        description={t('seats.peopleHelp')}
        rows={4}
        maxLength={MAX_FILE_BYTES}
        {...draft.field('people')}
      />
      <FileField
        label={t('seats.file')}
        accept={['.csv', '.txt']}
        maxSize={MAX_FILE_BYTES}
        onFiles={(files) => void addFile(files)}
      />
      <div>
        <Button type="submit" variant="primary" icon={UserPlus} isBusy={isSaving}>
          {t('seats.assign')}
        </Button>
      </div>
    </Form>
  );
}
