import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { confirmsByMail, ownAddressIsProved } from '../profile/data.ts';
import { requireSuccess } from './require-success.ts';

/** Asks users with an unverified e-mail address to verify it by a mailed code. */
export function AddressProof() {
  const { t } = useTranslation('members');
  const db = useDb();
  const email = useSession().session?.user.email ?? '';
  const isVerified = useQuery(ownAddressIsProved(db));
  const canMail = useQuery(confirmsByMail(useSite()));
  const [isMailed, setMailed] = useState(false);
  const draft = useDraft({
    saved: { code: '' },
    validate: ({ code }) => ({
      code: !isMailed || /^\d{6,10}$/.test(code.trim()) ? undefined : t('problem.codeForm'),
    }),
  });
  const {
    save: submit,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () =>
      requireSuccess(
        isMailed
          ? await db.auth.updateUser({ email, nonce: draft.values.code.trim() })
          : await db.auth.reauthenticate(),
        t,
      ),
    {
      form: draft,
      done: () => (isMailed ? t('profile.proved') : undefined),
      onSaved: () => setMailed(true),
      invalidates: isMailed ? [['own-address-proved']] : [],
    },
  );
  if (!email || isVerified.data !== false || !canMail.data) return null;

  return (
    <Form onSubmit={() => void submit()} problem={problem}>
      <Note tone="warning">{t('profile.unproved', { email })}</Note>
      {isMailed ? (
        <TextField
          className="max-w-md"
          label={t('field.code')}
          description={t('reset.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...draft.field('code')}
        />
      ) : null}
      <Button className="w-max" type="submit" isBusy={isBusy}>
        {t(isMailed ? 'reset.useCode' : 'profile.sendCode')}
      </Button>
    </Form>
  );
}
