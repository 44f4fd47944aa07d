import { useDb } from './db-client.ts';
import { useSession } from './session.ts';

/**
 * Whether single-key shortcuts are on for this person (WCAG 2.2, 2.1.4: they can be switched off), and a setter. Stored
 * with the user, so that it applies in every browser.
 * @throws {AuthError} when it could not be saved.
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
