import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import type { RecoveryCodes } from '../profile/data.ts';
import { DoorButton, DoorNote } from './door-form.tsx';

/** With this many codes left or fewer we recommend making new ones. */
const LOW_COUNT = 4;

/** Shown after signing in with a recovery code: how many are left and where to make new ones. */
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
