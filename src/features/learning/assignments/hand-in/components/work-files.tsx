import { FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { useUpload } from '#features/learning/courses/components/use-upload.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FileField, UploadRow } from '#ui/fields/file-field.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { AssignmentRules } from '../../data.ts';
import { endingOf, fileRefusal } from '../../rules.ts';
import { addFile, removeFile } from '../data.ts';
import type { WorkState } from './use-work.ts';

/** The files of the draft: each is sent at once and is there on every device. */
export function WorkFiles({ rules, work }: { rules: AssignmentRules; work: WorkState }) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  const sending = useSending(rules, work);
  const remove = useRemoving(work);
  const limits = [
    t('files.count', { count: rules.max_files }),
    t('files.size', { size: formatSize(rules.max_file_mb * 1_048_576, locale) }),
    ...(rules.file_types.length > 0 ? [commaList(rules.file_types, locale)] : []),
  ].join(' · ');
  return (
    <div className="grid gap-3">
      {work.files.map((file) => (
        <div key={file.id} className="file-row">
          <FileText aria-hidden="true" className="size-4 flex-none text-ink-3" />
          <span className="cut min-w-0 flex-1" dir="auto" title={file.name}>
            {file.name}
          </span>
          <span className="help num flex-none">{formatSize(file.size, locale)}</span>
          <IconButton
            size="sm"
            icon={Trash2}
            isDisabled={remove.isSaving}
            label={t('files.remove', { name: file.name })}
            onPress={() => void remove.save(file.id)}
          />
        </div>
      ))}
      {sending.upload && <UploadRow {...sending.upload} onRemove={sending.cancel} />}
      {!sending.upload && work.files.length < rules.max_files && (
        <FileField
          label={t('files.label')}
          description={limits}
          errorMessage={sending.problem}
          accept={rules.file_types.map((type) => `.${type}`)}
          maxSize={rules.max_file_mb * 1_048_576}
          maxCount={rules.max_files - work.files.length}
          onFiles={(files) => void sending.sendAll(files)}
        />
      )}
    </div>
  );
}

function useRemoving(work: WorkState) {
  const db = useDb();
  return useSave((id: string) => removeFile(db, id), { onSaved: ({ files }) => work.setFiles(files) });
}

function useSending(rules: AssignmentRules, work: WorkState) {
  const { t } = useTranslation('assignments');
  const db = useDb();
  const { account_id } = useAccount();
  const { upload, send, cancel } = useUpload();
  const [problem, setProblem] = useState<string>();
  async function sendOne(file: File, attached: number): Promise<void> {
    const refusal = fileRefusal(file, attached, rules);
    if (refusal) throw new Error(t(`files.refused.${refusal}`, { name: file.name }));
    const submission = await work.begun();
    const ending = endingOf(file.name);
    const path = `assignments/${submission}/${crypto.randomUUID()}${ending && `.${ending}`}`;
    // Without its name, which may be the student's: a grader sees the stored file, and no names where they are hidden.
    const body = new Blob([file], { type: file.type });
    if (!(await send(file, { bucket: `${account_id}-private`, path, body }, async () => null))) return;
    work.setFiles((await addFile(db, submission, path, file.name)).files);
  }
  async function sendAll(files: File[]) {
    setProblem(undefined);
    try {
      for (const [index, file] of files.entries()) await sendOne(file, work.files.length + index);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('files.failed'));
    }
  }
  return { upload, cancel, problem, sendAll };
}
