import { useTranslation } from 'react-i18next';
import { useShortcutsOn } from '#base/browser/shortcuts.ts';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';

/** Switch for the dashboard's single-key shortcuts. */
export function ShortcutChoice() {
  const { t } = useTranslation('members');
  const { isOn, setOn } = useShortcutsOn();
  const { save: change, saving } = useSave(setOn);
  return (
    <Switch
      isSelected={saving ?? isOn}
      isDisabled={saving !== undefined}
      onChange={(next) => void change(next)}
      description={t('shortcuts.help')}
    >
      {t('shortcuts.switch')}
    </Switch>
  );
}
