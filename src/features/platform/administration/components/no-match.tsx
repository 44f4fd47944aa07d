import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';

/** Stands in a list whose filters leave nothing, with the way back to all of it. */
export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <EmptyState drawing="search" title={title} actions={<Button onPress={onClear}>{t('accounts.clear')}</Button>}>
      {t('accounts.noMatchText')}
    </EmptyState>
  );
}
