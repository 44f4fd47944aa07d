import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { threadKeys } from '../data.ts';

/** One action upon a post at a time; its result is said in the live region, and the thread is read anew. */
export function usePostAction(threadId: string, onMessage: (message: string) => void) {
  const { t } = useTranslation('threads');
  const { account } = useSite();
  const queries = useQueryClient();
  const { run, isRunning } = useAction();
  return {
    isRunning,
    /** Resolves to whether it worked. */
    run: (action: () => Promise<unknown>, message: string): Promise<boolean | undefined> =>
      run(async () => {
        try {
          await action();
          await queries.invalidateQueries({ queryKey: threadKeys.all(account.account_id, threadId) });
          onMessage(message);
          return true;
        } catch (error) {
          onMessage(error instanceof Error && error.message ? error.message : t('conversation.failed'));
          return false;
        }
      }),
  };
}
