import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { changeOption, type SiteOptions, siteOptionsQuery } from '../data.ts';
import type { OptionKey } from '../schema.ts';

/** The account's options, for the settings screens. */
export function useSiteOptions() {
  const db = useDb();
  const { account_id } = useAccount();
  return useQuery(siteOptionsQuery(db, account_id));
}

/** Saves part of an option with a toast; resolves to whether it was saved. */
export function useSaveOption<Key extends OptionKey>(key: Key) {
  const { t } = useTranslation('options');
  const db = useDb();
  const { account_id } = useAccount();
  return useSave((changes: Partial<SiteOptions[Key]>) => changeOption(db, account_id, key, changes), {
    invalidates: [['options', account_id]],
    done: t('saved'),
    errorText: (error) => (error.name === 'ZodError' ? t('notSaved') : error.message),
  });
}
