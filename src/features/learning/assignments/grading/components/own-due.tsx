import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { setOwnDue } from '../data.ts';

type OwnDueProps = {
  assignmentId: string;
  memberId: string;
  name: string;
  /** When it is due for them now. */
  dueAt: string | null;
};

/** Gives one student more time, or everybody's due date back. */
export function OwnDue({ assignmentId, memberId, name, dueAt }: OwnDueProps) {
  const { t } = useTranslation('assignments');
  const db = useDb();
  const cache = useQueryClient();
  const { account_id } = useAccount();
  const { zone } = useSiteZone();
  const [isOpen, setOpen] = useState(false);
  const [due, setDue] = useState(dueAt);
  const { save, isSaving } = useSave((at: string | null) => setOwnDue(db, assignmentId, memberId, at), {
    onSaved: () => {
      setOpen(false);
      return cache.invalidateQueries({ queryKey: ['assignments', account_id] });
    },
    done: t('ownDue.saved'),
  });
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={CalendarClock}
        className="justify-self-start"
        aria-label={`${t('ownDue.open')}: ${name}`}
        onPress={() => setOpen(true)}
      >
        {t('ownDue.open')}
      </Button>
      <Dialog
        title={
          <>
            {t('ownDue.title')} <bdi>{name}</bdi>
          </>
        }
        isOpen={isOpen}
        onOpenChange={setOpen}
        isChanged={due !== dueAt}
        footer={
          <>
            <Button isDisabled={isSaving} onPress={() => void save(null)}>
              {t('ownDue.reset')}
            </Button>
            <Button variant="primary" isBusy={isSaving} isDisabled={due === null} onPress={() => void save(due)}>
              {t('ownDue.save')}
            </Button>
          </>
        }
      >
        <DatePicker
          hasTime
          label={t('edit.names.due_at')}
          description={t('edit.zone', { zone })}
          value={localTimeIn(zone, due)}
          onChange={(wall) => setDue(utcTimeOf(zone, wall))}
        />
      </Dialog>
    </>
  );
}
