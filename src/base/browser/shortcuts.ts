import { useDb } from './db-client.ts';
import { useSession } from './session.ts';

/**
 * Whether this person uses shortcuts of single keys (WCAG 2.2, 2.1.4: they can be switched off), and the way to change
 * it. Kept with the person, so that it holds in every browser.
 * @throws {AuthError} where it could not be kept.
 */
export function useShortcutsOn(): { isOn: boolean; setOn: (isOn: boolean) => Promise<void> } {
  const db = useDb();
  const { session } = useSession();
  return {
    isOn: session?.user.user_metadata.shortcuts !== false,
    setOn: async (isOn) => {
      const { error } = await db.auth.updateUser({ data: { shortcuts: isOn } });
      if (error) throw error;
    },
  };
}
