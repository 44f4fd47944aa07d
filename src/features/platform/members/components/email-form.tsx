import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { isEmail } from '../rules.ts';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** Form to change the e-mail address; it changes once the mailed links are confirmed. */
export function EmailForm() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { confirmed, dialog } = useConfirmation();
  const { session } = useSession();
  const [sentTo, setSentTo] = useState<string>();
  const email = session?.user.email ?? '';
  const draft = useDraft({
    saved: { email },
    validate: (values) => ({ email: isEmail(values.email.trim()) ? undefined : t('problem.email') }),
  });

  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      setSentTo(undefined);
      const newEmail = draft.values.email.trim();
      const result = requireSuccess(
        await confirmed((proof) =>
          db.auth.updateUser({ email: newEmail, ...proof }, { emailRedirectTo: location.origin + paths.profile() }),
        ),
        t,
      );
      if (!result || result.data.user?.email === newEmail) return;
      setSentTo(newEmail);
      draft.discard();
    },
    { form: draft },
  );
  return (
    <Form onSubmit={() => void save()} problem={problem}>
      {sentTo ? <Note tone="success">{t('profile.emailMailed', { email: sentTo })}</Note> : null}
      <TextField
        className="max-w-md"
        label={t('field.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={320}
        {...draft.field('email')}
      />
      <Button className="w-max" type="submit" isBusy={isBusy} isDisabled={!draft.isChanged}>
        {t('profile.changeEmail')}
      </Button>
      {dialog}
    </Form>
  );
}
