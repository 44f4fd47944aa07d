import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { Db } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { CredentialList } from './credential-list.tsx';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

const passkeysQuery = (db: Db) => ({
  queryKey: ['passkeys'],
  queryFn: async () => {
    const { data, error } = await db.auth.passkey.list();
    if (error) throw error;
    return data;
  },
});

/** The user's passkeys. */
export function PasskeyList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const passkeys = useQuery(passkeysQuery(db));
  const rows = (passkeys.data ?? []).map((passkey) => ({
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
  async function rename({ id }: { id: string }, friendlyName: string) {
    const result = await confirmed(() => db.auth.passkey.update({ passkeyId: id, friendlyName }));
    if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
    showToast(t('second.renamed'));
    await refresh();
  }
  async function remove({ id }: { id: string }) {
    const result = await confirmed(() => db.auth.passkey.delete({ passkeyId: id }));
    if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
    showToast(t('passkey.removed'));
    await refresh();
  }
  return (
    <div className="grid gap-3">
      <CredentialList
        rows={rows}
        query={passkeys}
        rowIcon={() => Fingerprint}
        rowTitle={({ name }) => name}
        rowNote={({ last_used_at, created_at }) => (
          <>
            {t(last_used_at ? 'passkey.used' : 'passkey.made')} <RelativeTime when={last_used_at ?? created_at} />
          </>
        )}
        onRename={rename}
        removeLabel={t('passkey.remove')}
        removeText={t('passkey.removeText')}
        onRemove={remove}
      />
      <Button className="w-max" icon={Fingerprint} isBusy={isBusy} onPress={() => void add()}>
        {t('passkey.add')}
      </Button>
      {dialog}
    </div>
  );
}
