import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import type { Wire } from '#base/shared/wire.ts';
import { paths } from '#paths';
import { type RecoveryCodes, readRecoveryCodes } from '../profile/data.ts';
import { problemOf } from './auth-problems.ts';
import { DoorButton, DoorField, DoorForm, DoorNote, useDoorForm } from './door-form.tsx';

/** So few are left that it is time to make new ones. */
const FEW_LEFT = 4;

/**
 * The second step by a recovery code, which stands in for whichever factor is named and is used up. Who stays signed in is
 * shown how many are left before they go on.
 */
export function RecoveryCodeStep({
  wire,
  factorId,
  staysSignedIn,
  onPassed,
  onBack,
  onLeave,
}: {
  wire: Wire;
  factorId: string;
  staysSignedIn: boolean;
  onPassed: () => void;
  onBack: () => void;
  onLeave: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const site = useSite();
  const [left, setLeft] = useState<RecoveryCodes>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = useDoorForm(['code'], ({ code }) => ({ code: code.trim() ? undefined : t('recovery.wrong') }));

  async function check() {
    setProblem(undefined);
    const values = fields.check();
    if (!values) return;
    setBusy(true);
    const { error } = await wire.auth.mfa.challengeAndVerify({ factorId, code: values.code.trim() });
    if (!error) return passed();
    if (error.code === 'mfa_verification_failed') fields.setErrors({ code: t('recovery.wrong') });
    else setProblem(problemOf(error, t).text);
    setBusy(false);
  }
  async function passed() {
    const codes = staysSignedIn ? await readRecoveryCodes(wire, site).catch(() => undefined) : undefined;
    if (!codes) return onPassed();
    setLeft(codes);
    setBusy(false);
  }
  if (left) {
    return (
      <div className="grid gap-4">
        <DoorNote tone={left.left < FEW_LEFT ? 'warning' : 'success'}>
          <p>{t('recovery.usedUp')}</p>
          <p>
            {t('recovery.title')}: {t('recovery.left', { left: left.left, total: left.total })}
          </p>
        </DoorNote>
        <DoorButton variant="primary" onClick={onPassed}>
          {t('recovery.goOn')}
        </DoorButton>
        <a className="link" href={`${paths.profile()}#second-step`}>
          {t('recovery.again')}
        </a>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <DoorForm form={fields.form} onSubmit={check} problem={problem}>
        <DoorField
          label={t('recovery.code')}
          description={t('recovery.codeHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={60}
          required
          isFirst
          {...fields.field('code')}
        />
        <DoorButton variant="primary" isBusy={isBusy}>
          {t('second.confirm')}
        </DoorButton>
      </DoorForm>
      <DoorButton variant="quiet" size="md" onClick={onBack}>
        {t('recovery.back')}
      </DoorButton>
      <DoorButton variant="quiet" size="md" onClick={onLeave}>
        {t('join.leave')}
      </DoorButton>
    </div>
  );
}
