import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/fields/text-field.tsx';
import type { EditorProps } from '../../components/activities.tsx';

/** The address of the page that is shown in the lesson. */
export function EmbedFields({ draft }: EditorProps) {
  const { t } = useTranslation('courses');
  return (
    <TextField
      label={t('editor.embedUrl')}
      description={t('editor.embedHelp')}
      type="url"
      maxLength={1000}
      {...draft.field('media_url')}
    />
  );
}
