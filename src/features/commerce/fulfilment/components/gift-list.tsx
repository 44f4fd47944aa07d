import { Gift, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { deliveriesKey, sendGift } from '../data.ts';
import type { Delivery, Voucher } from '../schema.ts';

/** The gifts that were bought: to whom each goes, whether it was sent and redeemed, and the link that opens it. */
export function GiftList({ delivery }: { delivery: Delivery }) {
  const gifts = [...delivery.vouchers].sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
  );
  return (
    <ol className="grid gap-6">
      {gifts.map((gift) => (
        <li key={gift.id} className="grid gap-3">
          <GiftPart gift={gift} />
        </li>
      ))}
    </ol>
  );
}

function GiftPart({ gift }: { gift: Voucher }) {
  const { t } = useTranslation('fulfilment');
  const { locale, origin } = useSite();
  const [isEditing, setEditing] = useState(false);
  const day = dateFormat(locale, { dateStyle: 'medium' });
  const isUnsent = gift.email === '';
  const state = gift.redeemed_at
    ? t('gift.redeemedOn', { date: day.format(new Date(gift.redeemed_at)) })
    : gift.sent_at
      ? t('gift.sentOn', { date: day.format(new Date(gift.sent_at)) })
      : gift.send_at
        ? t('gift.sendsOn', { date: day.format(new Date(gift.send_at)) })
        : t('gift.unsent');
  return (
    <>
      <p className="flex items-start gap-3">
        <Gift aria-hidden="true" size={16} className="mt-1 flex-none" />
        <span className="min-w-0">
          {isUnsent ? null : <bdi className="block break-words">{gift.recipient_name || gift.email}</bdi>}
          <span className="help block">{state}</span>
        </span>
      </p>
      {gift.redeemed_at ? null : (
        <p className="help">
          {t('gift.link')} <bdi className="break-all select-all">{`${origin}${paths.redeem(gift.code)}`}</bdi>
        </p>
      )}
      {gift.redeemed_at || isUnsent || isEditing ? null : (
        <div>
          <Button size="sm" onPress={() => setEditing(true)}>
            {t('gift.change')}
          </Button>
        </div>
      )}
      {!gift.redeemed_at && (isUnsent || isEditing) ? <GiftForm gift={gift} onSent={() => setEditing(false)} /> : null}
    </>
  );
}

/** Mailed in the morning of the day, by the reader's clock. */
const HOUR = 'T08:00';

function GiftForm({ gift, onSent }: { gift: Voucher; onSent: () => void }) {
  const { t } = useTranslation('fulfilment');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({
    saved: {
      recipient_name: gift.recipient_name,
      email: gift.email,
      message: gift.message,
      day: null as string | null,
    },
    validate: ({ email }) => ({
      email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : t('gift.emailError'),
    }),
    labels: {
      recipient_name: t('gift.name'),
      email: t('gift.email'),
      message: t('gift.message'),
      day: t('gift.day'),
    },
  });
  useUnsavedInPanel(draft.isChanged);
  const { save, isSaving, problem } = useSave(
    () => {
      const { day, ...gifted } = draft.values;
      const send_at = day ? new Date(`${day}${HOUR}`).toISOString() : undefined;
      return sendGift(db, gift.id, { ...gifted, email: gifted.email.trim(), ...(send_at ? { send_at } : {}) });
    },
    {
      form: draft,
      invalidates: [deliveriesKey(account_id)],
      onSaved: onSent,
      done: t(draft.values.day ? 'gift.planned' : 'gift.sent', { email: draft.values.email }),
    },
  );
  return (
    <Form label={t('gift.send')} problem={problem} onSubmit={() => void save()}>
      <TextField label={t('gift.name')} maxLength={120} isOptional {...draft.field('recipient_name')} />
      <TextField label={t('gift.email')} type="email" maxLength={254} isRequired {...draft.field('email')} />
      <TextArea label={t('gift.message')} maxLength={1000} rows={3} isOptional {...draft.field('message')} />
      <DateField label={t('gift.day')} description={t('gift.dayHelp')} {...draft.field('day')} />
      <div>
        <Button type="submit" variant="primary" icon={Send} isBusy={isSaving}>
          {t('gift.send')}
        </Button>
      </div>
    </Form>
  );
}
