import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';

/** Empty state of a filtered list, with a button that clears the filters. */
export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <EmptyState drawing="search" title={title} actions={<Button onPress={onClear}>{t('accounts.clear')}</Button>}>
      {t('accounts.noMatchText')}
    </EmptyState>
  );
}
