import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type Thread, threadKeys } from '#features/engagement/threads/data.ts';
import { endPoll, type Poll } from '#features/engagement/threads/polls/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';

/** Ends a poll before its time; asks first, because nobody can vote after that. */
export function EndPoll({ poll, thread }: { poll: Poll; thread: Thread }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const { saveOrThrow } = useSave(() => endPoll(db, poll.id), {
    invalidates: [threadKeys.all(account_id, thread.id)],
    done: t('poll.ended'),
  });
  return (
    <>
      <Button size="sm" variant="quiet" onPress={() => setOpen(true)}>
        {t('poll.end')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('poll.endTitle')}
        confirmLabel={t('poll.end')}
        onConfirm={() => saveOrThrow(undefined)}
      >
        {t('poll.endText')}
      </ConfirmDialog>
    </>
  );
}
