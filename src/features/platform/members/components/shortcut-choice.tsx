import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutsOn } from '#base/browser/shortcuts.ts';
import { Switch } from '#ui/fields/choice.tsx';
import { showError } from '#ui/overlays/toaster.tsx';

/** Switch for the dashboard's single-key shortcuts. */
export function ShortcutChoice() {
  const { t } = useTranslation('members');
  const { isOn, setOn } = useShortcutsOn();
  const [isEnabled, setEnabled] = useState<boolean>();
  async function change(next: boolean) {
    setEnabled(next);
    try {
      await setOn(next);
    } catch (error) {
      showError((error as Error).message);
    } finally {
      setEnabled(undefined);
    }
  }
  return (
    <Switch
      isSelected={isEnabled ?? isOn}
      isDisabled={isEnabled !== undefined}
      onChange={(next) => void change(next)}
      description={t('shortcuts.help')}
    >
      {t('shortcuts.switch')}
    </Switch>
  );
}
