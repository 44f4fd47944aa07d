import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '#base/browser/all-texts.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import type { UploadRule } from '../lessons/rules.ts';
import type { EditorProps } from './activities.tsx';
import { LessonFile } from './lesson-files.tsx';

const EditCaptions = lazy(async () => ({
  default: (await withTexts(import('../captions/components/edit-captions.tsx'))).EditCaptions,
}));

const captionsRule: UploadRule = { accept: ['.vtt', 'text/vtt'], limit: 2 * 1024 * 1024, usualType: 'text/vtt' };

/** The file of a lesson: uploaded, or the address of one elsewhere. */
export function LessonFileFields({
  lesson,
  draft,
  label,
  rule,
  addressHelp,
  hasCaptions = false,
}: Pick<EditorProps, 'lesson' | 'draft'> & {
  label: string;
  rule: UploadRule;
  addressHelp?: string;
  hasCaptions?: boolean;
}) {
  const { t } = useTranslation('courses');
  const { values } = draft;
  const folder = `courses/${lesson.course_id}/${lesson.id}`;
  return (
    <>
      {values.media_url === '' ? (
        <LessonFile
          folder={folder}
          rule={rule}
          label={label}
          file={values.file}
          onChange={(file, seconds) => {
            draft.set('file', file);
            if (seconds > 0) draft.set('minutes', Math.round((seconds / 60) * 100) / 100);
          }}
        />
      ) : null}
      {values.file === null ? (
        <TextField
          label={t('editor.field.media_url')}
          description={addressHelp}
          isOptional
          type="url"
          maxLength={1000}
          {...draft.field('media_url')}
        />
      ) : null}
      {hasCaptions && values.file ? <Captions folder={folder} draft={draft} /> : null}
    </>
  );
}

function Captions({ folder, draft }: Pick<EditorProps, 'draft'> & { folder: string }) {
  const { t } = useTranslation('courses');
  const { captions, minutes } = draft.values;
  return (
    <>
      <LessonFile
        folder={folder}
        rule={captionsRule}
        label={t('editor.upload.captions')}
        file={captions}
        onChange={(file) => draft.set('captions', file)}
      />
      <Suspense fallback={null}>
        <EditCaptions
          folder={folder}
          file={captions}
          seconds={minutes * 60}
          onChange={(file) => draft.set('captions', file)}
        />
      </Suspense>
    </>
  );
}
