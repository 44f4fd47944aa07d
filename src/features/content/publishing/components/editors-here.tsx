import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { commaList } from '#base/shared/formats.ts';
import { AvatarStack } from '#ui/display/avatar.tsx';

/** Shows who else has the same record open. */
export function EditorsHere({ editors }: { editors: readonly Editor[] }) {
  const { t, i18n } = useTranslation('publishing');
  if (editors.length === 0) return null;
  return (
    <span className="row" role="status">
      <AvatarStack people={editors.map(({ name, user_id }) => ({ name, hueKey: user_id }))} size={24} />
      <span className="quiet">
        {t('editors.here', {
          names: commaList(
            editors.map(({ name }) => name),
            i18n.language,
          ),
        })}
      </span>
    </span>
  );
}
