import { KeyRound, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useConfirmation } from '#features/platform/members/components/use-confirmation.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { endSessionsOfPerson, type Person, removeSecondFactors } from '../people/data.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Detail panel of one user: sign-in methods, and the actions on their sessions and second factors. */
export function PersonPanel({
  person,
  onClose,
  onChanged,
}: {
  person: Person | undefined;
  onClose: () => void;
  onChanged: () => Promise<void>;
}) {
  const { t } = useTranslation('administration');
  const db = useDb();
  const [pendingAction, setPendingAction] = useState<'end' | 'take'>();
  if (!person) return null;
  const { name } = person;
  return (
    <>
      <SidePanel title={name} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
        <PersonFacts person={person} />
        {person.is_self ? null : (
          <div className="row mt-6 flex-wrap">
            <Button icon={LogOut} isDisabled={person.sessions === 0} onPress={() => setPendingAction('end')}>
              {t('people.end')}
            </Button>
            <Button
              variant="danger-line"
              icon={KeyRound}
              isDisabled={person.factors === 0}
              onPress={() => setPendingAction('take')}
            >
              {t('people.take')}
            </Button>
          </div>
        )}
      </SidePanel>
      <ConfirmDialog
        isOpen={pendingAction === 'end'}
        onOpenChange={(isOpen) => !isOpen && setPendingAction(undefined)}
        title={t('people.endTitle', { name })}
        confirmLabel={t('people.end')}
        onConfirm={async () => {
          await endSessionsOfPerson(db, person.user_id);
          showToast(t('people.ended', { name }));
          await onChanged();
        }}
      >
        {t('people.endText')}
      </ConfirmDialog>
      {pendingAction === 'take' ? (
        <RemoveSecondFactors person={person} onClose={() => setPendingAction(undefined)} onChanged={onChanged} />
      ) : null}
    </>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const { t } = useTranslation('administration');
  return (
    <dl className="grid grid-cols-2 gap-3">
      <dt className="muted">{t('owners.email')}</dt>
      <dd className="break-all">
        <bdi dir="ltr">{person.email}</bdi>
      </dd>
      <dt className="muted">{t('owners.since')}</dt>
      <dd>
        <RelativeTime when={person.created_at} />
      </dd>
      <dt className="muted">{t('owners.lastSeen')}</dt>
      <dd>
        <RelativeTime when={person.last_sign_in_at} />
      </dd>
      <dt className="muted">{t('people.sessions')}</dt>
      <dd>{person.sessions}</dd>
      <dt className="muted">{t('people.factors')}</dt>
      <dd>{person.factors}</dd>
    </dl>
  );
}

function RemoveSecondFactors({
  person,
  onClose,
  onChanged,
}: {
  person: Person;
  onClose: () => void;
  onChanged: () => Promise<void>;
}) {
  const { t } = useTranslation(['administration', 'members']);
  const db = useDb();
  const { confirmed, dialog } = useConfirmation();
  const { name } = person;
  return (
    <>
      <ReasonDialog
        title={t('people.takeTitle', { name })}
        text={t('people.takeText', { email: person.email ?? person.name })}
        label={t('people.why')}
        confirmLabel={t('people.take')}
        isDanger
        onClose={onClose}
        onConfirm={async (reason) => {
          const result = await confirmed(() => removeSecondFactors(db, person.user_id, reason));
          if (!result) throw new Error(t('members:confirm.notDone'));
          if (result.error) throw result.error;
          showToast(t('people.taken', { name }));
          await onChanged();
        }}
      />
      {dialog}
    </>
  );
}
