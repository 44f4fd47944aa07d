import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import type { RecoveryCodes } from '../profile/data.ts';
import { DoorButton, DoorNote } from './door-form.tsx';

/** So few are left that it is time to make new ones. */
const LOW_COUNT = 4;

/** After a sign-in by a recovery code: how many are left, and where new ones are made. */
export function CodesLeft({ codes, onGoOn }: { codes: RecoveryCodes; onGoOn: () => void }) {
  const { t } = useTranslation('members');
  return (
    <div className="grid gap-4">
      <DoorNote tone={codes.left < LOW_COUNT ? 'warning' : 'success'}>
        <p>{t('recovery.usedUp')}</p>
        <p>{t('recovery.left', { left: codes.left, total: codes.total })}</p>
      </DoorNote>
      <DoorButton variant="primary" onClick={onGoOn}>
        {t('recovery.goOn')}
      </DoorButton>
      <a className="link w-max" href={`${paths.profile()}#second-step`}>
        {t('recovery.again')}
      </a>
    </div>
  );
}
