import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toaster.tsx';
import { signsInByPhone } from '../profile/data.ts';
import { phoneOf } from '../rules.ts';
import { problemOf } from './auth-problems.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The telephone one signs in with, where the operator has set up texts; elsewhere nothing is asked. */
export function PhoneSection() {
  const { t } = useTranslation('members');
  const { data } = useQuery(signsInByPhone(useSite()));
  const { session } = useSession();
  if (!data || !session) return null;
  return (
    <Section title={t('phone.title')} sentence={t('phone.text')}>
      <PhoneForm key={session.user.phone} present={session.user.phone ? `+${session.user.phone}` : ''} />
    </Section>
  );
}

/** A number changes once the code texted to it is given back. */
function PhoneForm({ present }: { present: string }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { confirmed, dialog } = useConfirmation();
  const [number, setNumber] = useState(present);
  const [code, setCode] = useState('');
  const [texted, setTexted] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fieldProblem, setFieldProblem] = useState<string>();

  async function work(step: () => Promise<{ error: unknown } | undefined>, done: () => void) {
    setBusy(true);
    setProblem(undefined);
    setFieldProblem(undefined);
    const answer = await step();
    setBusy(false);
    if (!answer) return;
    const { error } = answer;
    if (!error) return done();
    const { text } = problemOf(error, t);
    if (texted) setFieldProblem(text);
    else setProblem(text);
  }
  function ask() {
    const phone = phoneOf(number);
    if (!phone) return setFieldProblem(t('phone.form'));
    void work(
      () => confirmed((proof) => wire.auth.updateUser({ phone, ...proof })),
      () => setTexted(phone),
    );
  }
  function confirm() {
    if (!/^\d{4,10}$/.test(code.trim())) return setFieldProblem(t('problem.code'));
    void work(
      () => wire.auth.verifyOtp({ phone: texted ?? '', token: code.trim(), type: 'phone_change' }),
      () => {
        setTexted(undefined);
        setCode('');
        showToast(t('phone.saved'));
      },
    );
  }
  if (!texted) {
    return (
      <Form label={t('phone.title')} problem={problem} onSubmit={ask}>
        <TextField
          className="max-w-md"
          label={t('phone.number')}
          description={t('phone.hint')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={24}
          value={number}
          onChange={setNumber}
          errorMessage={fieldProblem}
        />
        <Button className="w-max" type="submit" isBusy={isBusy} isDisabled={number.trim() === present}>
          {t('phone.change')}
        </Button>
        {dialog}
      </Form>
    );
  }
  return (
    <Form label={t('phone.title')} problem={problem} onSubmit={confirm}>
      <TextField
        className="max-w-md"
        label={t('phone.code')}
        description={t('phone.texted', { number: texted })}
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
        <Button isDisabled={isBusy} onPress={() => setTexted(undefined)}>
          {t('act.cancel')}
        </Button>
      </div>
    </Form>
  );
}
