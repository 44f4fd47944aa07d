import { useQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { makeRecoveryCodes, recoveryCodesQuery } from '../profile/data.ts';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

/**
 * Shows how many recovery codes are left and makes a new set. `isFirstFactor`: the user has just enrolled their first
 * second factor.
 */
export function RecoveryCodes({ isFirstFactor }: { isFirstFactor: boolean }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const site = useSite();
  const { confirmed, dialog } = useConfirmation();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isReplacing, setReplacing] = useState(false);
  const wasCreated = useRef(false);
  const { data } = useQuery(recoveryCodesQuery(db, site));

  const {
    save: createCodes,
    saveOrThrow: replaceCodes,
    isSaving: isBusy,
  } = useSave(
    async () => {
      const result = requireSuccess(await confirmed(() => makeRecoveryCodes(db, site)), t);
      if (result?.data) setCodes(result.data.codes);
    },
    { invalidates: [['recovery-codes']] },
  );
  const isNeeded = isFirstFactor && data?.total === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the count has loaded as zero
  useEffect(() => {
    if (!isNeeded || wasCreated.current) return;
    wasCreated.current = true;
    void createCodes();
  }, [isNeeded]);

  return (
    <div className="mt-4 grid gap-2">
      <h3 className="font-medium">{t('recovery.title')}</h3>
      <p className="help">{t('recovery.text')}</p>
      {data ? (
        <p>{data.total > 0 ? t('recovery.left', { left: data.left, total: data.total }) : t('recovery.none')}</p>
      ) : null}
      <Button
        className="w-max"
        icon={LifeBuoy}
        isBusy={isBusy}
        onPress={() => ((data?.left ?? 0) > 0 ? setReplacing(true) : void createCodes())}
      >
        {t(data && data.total > 0 ? 'recovery.again' : 'recovery.make')}
      </Button>
      <ConfirmDialog
        isOpen={isReplacing}
        onOpenChange={setReplacing}
        title={t('recovery.againTitle')}
        confirmLabel={t('recovery.again')}
        isDanger={false}
        onConfirm={replaceCodes}
      >
        {t('recovery.againText')}
      </ConfirmDialog>
      {codes ? <NewCodesDialog codes={codes} onClose={() => setCodes(undefined)} /> : null}
      {dialog}
    </div>
  );
}
