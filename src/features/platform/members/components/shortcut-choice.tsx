import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutsOn } from '#base/browser/shortcuts.ts';
import { Switch } from '#ui/fields/choice.tsx';
import { showError } from '#ui/overlays/toaster.tsx';

/** Whether single keys lead somewhere in the dashboard. */
export function ShortcutChoice() {
  const { t } = useTranslation('members');
  const { isOn, setOn } = useShortcutsOn();
  const [wanted, setWanted] = useState<boolean>();
  async function change(next: boolean) {
    setWanted(next);
    try {
      await setOn(next);
    } catch (error) {
      showError((error as Error).message);
    } finally {
      setWanted(undefined);
    }
  }
  return (
    <Switch
      isSelected={wanted ?? isOn}
      isDisabled={wanted !== undefined}
      onChange={(next) => void change(next)}
      description={t('shortcuts.help')}
    >
      {t('shortcuts.switch')}
    </Switch>
  );
}
