import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toaster.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { checkPassword } from '../profile/data.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { problemOf } from './auth-problems.ts';

/** A new password, asked together with the present one: an open screen alone must not be enough. */
export function PasswordForm() {
  const { t } = useTranslation('members');
  const wire = useWire();
  const site = useSite();
  const { session } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const draft = useDraft({
    saved: { present: '', password: '' },
    validate: ({ present, password }) => ({
      present: present ? undefined : t('problem.passwordMissing'),
      password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
    }),
  });

  async function save() {
    setProblem(undefined);
    if (!draft.check()) return;
    setBusy(true);
    const { present, password } = draft.values;
    const refused = await checkPassword(site, session?.user.email ?? '', present);
    if (refused) {
      const { text } = problemOf(refused, t);
      if (refused.code === 'invalid_credentials') draft.setErrors({ present: t('profile.presentWrong') });
      else setProblem(text);
      return setBusy(false);
    }
    const { error } = await wire.auth.updateUser({ password });
    setBusy(false);
    if (!error) {
      draft.discard();
      showToast(t('profile.passwordSaved'));
      return;
    }
    const { field, text } = problemOf(error, t);
    if (field === 'password') draft.setErrors({ password: text });
    else setProblem(text);
  }
  return (
    <Form onSubmit={() => void save()} problem={problem}>
      <input type="text" autoComplete="username" value={session?.user.email ?? ''} readOnly hidden />
      <TextField
        className="max-w-md"
        label={t('profile.present')}
        type="password"
        autoComplete="current-password"
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
    </Form>
  );
}
