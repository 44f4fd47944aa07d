import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { refetchSessions } from '../profile/data.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { newPasswordProblem } from './auth-problems.ts';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** Form to change the password. It takes the current one; users without one confirm their identity in another way. */
export function PasswordForm() {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const { session } = useSession();
  const draft = useDraft({
    saved: { present: '', password: '' },
    validate: ({ password }) => ({ password: newPasswordProblem(password, t) }),
  });

  const { save, isSaving, problem } = useSave(
    async () => {
      const { present: current, password } = draft.values;
      // Without the current password the server asks for another confirmation.
      const present_password = current ? { current_password: current } : {};
      const response = await confirmed((proof) => db.auth.updateUser({ password, ...present_password, ...proof }));
      return requireSuccess(response, t);
    },
    {
      form: draft,
      fields: { invalid_credentials: ['present', t('profile.presentWrong')] },
      onSaved: (isChanged) => {
        if (!isChanged) return;
        draft.discard();
        return refetchSessions(queries);
      },
      done: (isChanged) => (isChanged ? t('profile.passwordSaved') : undefined),
    },
  );
  return (
    <Form onSubmit={() => void save()} problem={problem}>
      <input type="text" autoComplete="username" value={session?.user.email ?? ''} readOnly hidden />
      <TextField
        className="max-w-md"
        label={t('profile.present')}
        type="password"
        autoComplete="current-password"
        description={t('profile.presentHint')}
        maxLength={passwordMaximum}
        {...draft.field('present')}
      />
      <TextField
        className="max-w-md"
        label={t('field.newPassword')}
        type="password"
        autoComplete="new-password"
        description={t('password.hint', { count: passwordMinimum })}
        maxLength={passwordMaximum}
        {...draft.field('password')}
      />
      <Button className="w-max" type="submit" isBusy={isSaving} isDisabled={!draft.isChanged}>
        {t('profile.changePassword')}
      </Button>
      {dialog}
    </Form>
  );
}
