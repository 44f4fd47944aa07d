import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PostFiles } from '#features/engagement/threads/components/file-picker.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';

/** The files that go with the next message. */
export function ComposerFiles({ files: { files, remove } }: { files: PostFiles }) {
  const { t } = useTranslation('messages');
  if (files.length === 0) return null;
  return (
    <ul className="chat-chosen" aria-label={t('chosenFiles')}>
      {files.map((file) => (
        <li key={file.key} aria-busy={!file.path && !file.problem}>
          <span className="cut" dir="auto">
            {file.name}
          </span>
          {file.problem ? <span className="text-error">{file.problem}</span> : null}
          <IconButton size="sm" icon={X} label={t('removeFile', { name: file.name })} onPress={() => remove(file)} />
        </li>
      ))}
    </ul>
  );
}
