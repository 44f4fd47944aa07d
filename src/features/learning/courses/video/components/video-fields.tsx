import { useTranslation } from 'react-i18next';
import type { EditorProps } from '../../components/activities.tsx';
import { LessonFileFields } from '../../components/lesson-file-fields.tsx';

const rule = { accept: ['video/mp4', 'video/webm', 'video/quicktime'], limit: 512 * 1024 * 1024 };

/** The video of a lesson: a file with captions, or an address on another site. */
export function VideoFields({ lesson, draft }: EditorProps) {
  const { t } = useTranslation('courses');
  return (
    <LessonFileFields
      lesson={lesson}
      draft={draft}
      label={t('editor.upload.video')}
      rule={rule}
      addressHelp={t('editor.mediaUrlHelp')}
      hasCaptions
    />
  );
}
