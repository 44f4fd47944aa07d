import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { changeOption, lookQuery, type SiteLook } from '../data.ts';
import type { OptionKey } from '../schema.ts';

/** The account's options, for the settings screens. */
export function useLook() {
  const db = useDb();
  const { account_id } = useAccount();
  return useQuery(lookQuery(db, account_id));
}

/** Saves part of an option with a toast; resolves to whether it was saved. */
export function useSaveOption<Key extends OptionKey>(key: Key) {
  const { t } = useTranslation('options');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const save = async (changes: Partial<SiteLook[Key]>): Promise<boolean> => {
    setSaving(true);
    try {
      await changeOption(db, account_id, key, changes);
      await queries.invalidateQueries({ queryKey: ['options', account_id] });
      showToast(t('saved'));
      return true;
    } catch (error) {
      const isShape = error instanceof Error && error.name === 'ZodError';
      showError(isShape || !(error instanceof Error) ? t('notSaved') : error.message);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}
