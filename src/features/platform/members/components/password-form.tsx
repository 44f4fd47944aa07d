import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { refetchSessions } from '../profile/data.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { problemOf } from './auth-problems.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** Form to change the password. It takes the current one; users without one confirm their identity in another way. */
export function PasswordForm() {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const { session } = useSession();
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  const draft = useDraft({
    saved: { present: '', password: '' },
    validate: ({ password }) => ({
      password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
    }),
  });

  function save() {
    return run(async () => {
      setProblem(undefined);
      if (!draft.check()) return;
      const { present: current, password } = draft.values;
      // Without the current password the server asks for another confirmation.
      const present_password = current ? { current_password: current } : {};
      const result = await confirmed((proof) => db.auth.updateUser({ password, ...present_password, ...proof }));
      if (!result) return;
      const { error } = result;
      if (!error) {
        draft.discard();
        showToast(t('profile.passwordSaved'));
        return refetchSessions(queries);
      }
      const { field, text } = problemOf(error, t);
      if (error.code === 'invalid_credentials') draft.setErrors({ present: t('profile.presentWrong') });
      else if (field === 'password') draft.setErrors({ password: text });
      else setProblem(text);
    });
  }
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
      <Button className="w-max" type="submit" isBusy={isBusy} isDisabled={!draft.isChanged}>
        {t('profile.changePassword')}
      </Button>
      {dialog}
    </Form>
  );
}
