import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The user's passkeys. */
export function PasskeyList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [removing, setRemoving] = useState<{ id: string; name: string }>();
  const [renaming, setRenaming] = useState<{ id: string; name: string }>();
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: async () => {
      const { data, error } = await db.auth.passkey.list();
      if (error) throw error;
      return data;
    },
  });
  const named = (passkeys.data ?? []).map((passkey) => ({
    ...passkey,
    name: passkey.friendly_name || t('passkey.one'),
  }));
  const refresh = () => queries.invalidateQueries({ queryKey: ['passkeys'] });

  const { save: add, isSaving: isBusy } = useSave(
    async () => requireSuccess(await confirmed(() => db.auth.registerPasskey()), t),
    {
      invalidates: [['passkeys']],
      done: (added) => (added ? t('passkey.added') : undefined),
      errorText: () => t('passkey.failed'),
    },
  );
  return (
    <div className="grid gap-3">
      {passkeys.isError ? <ErrorState onRetry={() => void passkeys.refetch()} /> : null}
      {passkeys.isPending ? <SkeletonList rows={1} hasMedia={false} /> : null}
      {named.length > 0 ? (
        <ul className="list card overflow-hidden">
          {named.map((passkey) => (
            <li key={passkey.id} className="list-row">
              <Fingerprint aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <bdi className="cut block font-medium">{passkey.name}</bdi>
                <span className="help">
                  {t(passkey.last_used_at ? 'passkey.used' : 'passkey.made')}{' '}
                  <RelativeTime when={passkey.last_used_at ?? passkey.created_at} />
                </span>
              </span>
              <IconButton
                label={t('second.rename', { name: passkey.name })}
                icon={Pencil}
                onPress={() => setRenaming(passkey)}
              />
              <IconButton
                label={t('second.remove', { name: passkey.name })}
                icon={Trash2}
                onPress={() => setRemoving(passkey)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Button className="w-max" icon={Fingerprint} isBusy={isBusy} onPress={() => void add()}>
        {t('passkey.add')}
      </Button>
      {renaming ? (
        <RenameDialog
          name={renaming.name}
          onClose={() => setRenaming(undefined)}
          onSave={async (friendlyName) => {
            const result = await confirmed(() => db.auth.passkey.update({ passkeyId: renaming.id, friendlyName }));
            if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
            showToast(t('second.renamed'));
            await refresh();
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title={t('second.removeTitle', { name: removing?.name ?? '' })}
        confirmLabel={t('passkey.remove')}
        onConfirm={async () => {
          const result = await confirmed(() => db.auth.passkey.delete({ passkeyId: removing?.id ?? '' }));
          if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
          showToast(t('passkey.removed'));
          await refresh();
        }}
      >
        {t('passkey.removeText')}
      </ConfirmDialog>
      {dialog}
    </div>
  );
}
