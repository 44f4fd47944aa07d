import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import type { RecoveryCodes } from '../profile/data.ts';
import { AuthButton, AuthNote } from './door-form.tsx';

/** With this many codes left or fewer we recommend making new ones. */
const LOW_COUNT = 4;

/** Shown after signing in with a recovery code: how many are left and where to make new ones. */
export function CodesLeft({ codes, onGoOn: onContinue }: { codes: RecoveryCodes; onGoOn: () => void }) {
  const { t } = useTranslation('members');
  return (
    <div className="grid gap-4">
      <AuthNote tone={codes.left < LOW_COUNT ? 'warning' : 'success'}>
        <p>{t('recovery.usedUp')}</p>
        <p>{t('recovery.left', { left: codes.left, total: codes.total })}</p>
      </AuthNote>
      <AuthButton variant="primary" onClick={onContinue}>
        {t('recovery.goOn')}
      </AuthButton>
      <a className="link w-max" href={`${paths.profile()}#second-step`}>
        {t('recovery.again')}
      </a>
    </div>
  );
}
