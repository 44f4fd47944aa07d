import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { Section } from '#ui/layout/section.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { signsInByPhone } from '../profile/data.ts';
import { phoneOf } from '../rules.ts';
import { phoneProblemOf } from './phone-names.ts';
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
  const db = useDb();
  const { confirmed, dialog } = useConfirmation();
  const [number, setNumber] = useState(present);
  const [code, setCode] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { run: act, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  const [fieldProblem, setFieldProblem] = useState<string>();

  function run(step: () => Promise<{ error: unknown } | undefined>, onDone: () => void) {
    return act(async () => {
      setProblem(undefined);
      setFieldProblem(undefined);
      const result = await step();
      if (!result) return;
      const { error } = result;
      if (!error) return onDone();
      const { text } = phoneProblemOf(error, t);
      if (sentTo) setFieldProblem(text);
      else setProblem(text);
    });
  }
  function sendCode() {
    const phone = phoneOf(number);
    if (!phone) return setFieldProblem(t('phones:profile.form'));
    void run(
      () => confirmed((proof) => db.auth.updateUser({ phone, ...proof })),
      () => setSentTo(phone),
    );
  }
  function confirm() {
    if (!/^\d{4,10}$/.test(code.trim())) return setFieldProblem(t('problem.code'));
    void run(
      () => db.auth.verifyOtp({ phone: sentTo ?? '', token: code.trim(), type: 'phone_change' }),
      () => {
        setSentTo(undefined);
        setCode('');
        showToast(t('phones:profile.saved'));
      },
    );
  }
  if (!sentTo) {
    return (
      <Form label={t('phones:profile.title')} problem={problem} onSubmit={sendCode}>
        <TextField
          className="max-w-md"
          label={t('phones:profile.number')}
          description={t('phones:profile.hint')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={24}
          value={number}
          onChange={setNumber}
          errorMessage={fieldProblem}
        />
        <Button className="w-max" type="submit" isBusy={isBusy} isDisabled={number.trim() === present}>
          {t('phones:profile.change')}
        </Button>
        {dialog}
      </Form>
    );
  }
  return (
    <Form label={t('phones:profile.title')} problem={problem} onSubmit={confirm}>
      <TextField
        className="max-w-md"
        label={t('phones:profile.code')}
        description={t('phones:profile.texted', { number: sentTo })}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        onChange={setCode}
        errorMessage={fieldProblem}
        isRequired
        autoFocus
      />
      <div className="row">
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {t('second.confirm')}
        </Button>
        <Button isDisabled={isBusy} onPress={() => setSentTo(undefined)}>
          {t('act.cancel')}
        </Button>
      </div>
    </Form>
  );
}
