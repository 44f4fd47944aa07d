import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import { signsInByPhone } from '../profile/data.ts';
import { phoneOf } from '../rules.ts';
import { phoneProblemOf } from './phone-names.ts';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The phone number used to sign in; hidden unless the operator has set up text messages. */
export function PhoneSection() {
  const { t } = useTranslation('members');
  const { data } = useQuery(signsInByPhone(useSite()));
  const { session } = useSession();
  if (!data || !session) return null;
  return (
    <Section title={t('phones:profile.title')} sentence={t('phones:profile.text')}>
      <PhoneForm key={session.user.phone} present={session.user.phone ? `+${session.user.phone}` : ''} />
    </Section>
  );
}

/** Form to change the phone number, confirmed by a texted code. */
function PhoneForm({ present }: { present: string }) {
  const { t } = useTranslation('members');
  const { draft, sentTo, cancel, sending, confirming, dialog } = usePhoneChange(present);
  if (!sentTo) {
    return (
      <Form label={t('phones:profile.title')} problem={sending.problem} onSubmit={() => void sending.save()}>
        <TextField
          className="max-w-md"
          label={t('phones:profile.number')}
          description={t('phones:profile.hint')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={24}
          {...draft.field('number')}
        />
        <Button
          className="w-max"
          type="submit"
          isBusy={sending.isSaving}
          isDisabled={draft.values.number.trim() === present}
        >
          {t('phones:profile.change')}
        </Button>
        {dialog}
      </Form>
    );
  }
  return (
    <Form label={t('phones:profile.title')} problem={confirming.problem} onSubmit={() => void confirming.save(sentTo)}>
      <TextField
        className="max-w-md"
        label={t('phones:profile.code')}
        description={t('phones:profile.texted', { number: sentTo })}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        {...draft.field('code')}
        isRequired
        autoFocus
      />
      <div className="row">
        <Button variant="primary" type="submit" isBusy={confirming.isSaving}>
          {t('second.confirm')}
        </Button>
        <Button isDisabled={confirming.isSaving} onPress={cancel}>
          {t('act.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** The number, the code texted to it, and the request of either. */
function usePhoneChange(present: string) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { confirmed, dialog } = useConfirmation();
  const [sentTo, setSentTo] = useState<string>();
  const draft = useDraft({
    saved: { number: present, code: '' },
    validate: ({ number, code }) => ({
      number: sentTo || phoneOf(number) ? undefined : t('phones:profile.form'),
      code: !sentTo || /^\d{4,10}$/.test(code.trim()) ? undefined : t('problem.code'),
    }),
  });
  const sending = useSave(
    async () => {
      const phone = phoneOf(draft.values.number) ?? '';
      const response = await confirmed((proof) => db.auth.updateUser({ phone, ...proof }));
      if (requireSuccess(response, t, phoneProblemOf)) setSentTo(phone);
    },
    { form: draft },
  );
  const confirming = useSave(
    async (phone: string) => {
      const token = draft.values.code.trim();
      requireSuccess(await db.auth.verifyOtp({ phone, token, type: 'phone_change' }), t, phoneProblemOf);
    },
    {
      form: draft,
      done: t('phones:profile.saved'),
      onSaved: () => {
        setSentTo(undefined);
        draft.set('code', '');
      },
    },
  );
  return { draft, sentTo, cancel: () => setSentTo(undefined), sending, confirming, dialog };
}
