import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { confirmsByMail, ownAddressIsProved } from '../profile/data.ts';
import { problemOf } from './auth-problems.ts';

/** Asks users with an unverified e-mail address to verify it by a mailed code. */
export function AddressProof() {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const email = useSession().session?.user.email ?? '';
  const isVerified = useQuery(ownAddressIsProved(db));
  const canMail = useQuery(confirmsByMail(useSite()));
  const [isMailed, setMailed] = useState(false);
  const [code, setCode] = useState('');
  const { run: act, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  const [fieldProblem, setFieldProblem] = useState<string>();
  if (!email || isVerified.data !== false || !canMail.data) return null;

  function run(step: () => Promise<{ error: unknown }>, onDone: () => void) {
    return act(async () => {
      setProblem(undefined);
      setFieldProblem(undefined);
      const { error } = await step();
      if (!error) return onDone();
      const { field, text } = problemOf(error, t);
      if (field === 'code') setFieldProblem(text);
      else setProblem(text);
    });
  }
  function submit() {
    if (!isMailed) {
      return run(
        () => db.auth.reauthenticate(),
        () => setMailed(true),
      );
    }
    if (!/^\d{6,10}$/.test(code.trim())) return setFieldProblem(t('problem.codeForm'));
    return run(
      () => db.auth.updateUser({ email, nonce: code.trim() }),
      () => {
        showToast(t('profile.proved'));
        void queries.invalidateQueries({ queryKey: ['own-address-proved'] });
      },
    );
  }
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
          value={code}
          onChange={setCode}
          errorMessage={fieldProblem}
        />
      ) : null}
      <Button className="w-max" type="submit" isBusy={isBusy}>
        {t(isMailed ? 'reset.useCode' : 'profile.sendCode')}
      </Button>
    </Form>
  );
}
