import { useQuery } from '@tanstack/react-query';
import { Award } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { certificateKey, issueCertificates, uncertifiedQuery } from '../data.ts';

/** Issues certificates to everybody who finished before there was one; it says first to how many. */
export function IssueButton() {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const due = useQuery(uncertifiedQuery(db, account_id)).data;
  const { saveOrThrow, isSaving } = useSave(() => issueCertificates(db), {
    invalidates: [certificateKey(account_id)],
    done: (count) => t('issue.done', { count }),
  });
  return (
    <>
      <Button
        variant="primary"
        icon={Award}
        isBusy={isSaving}
        isDisabled={due === undefined}
        onPress={() => setAsking(true)}
      >
        {t('issue.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('issue.title')}
        confirmLabel={t('issue.confirm')}
        isDanger={false}
        onConfirm={() => saveOrThrow()}
      >
        {t('issue.text', { count: due ?? 0 })}
      </ConfirmDialog>
    </>
  );
}
