import { Check, Upload, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { ProgressBar } from '../charts/progress.tsx';
import { useLocale } from '../layout/locale.ts';
import { type FileLimits, type FileRejection, formatSize, sortFiles } from './file-rules.ts';

export type FileFieldProps = Partial<FileLimits> & {
  label: string;
  description?: ReactNode;
  errorMessage?: string;
  /** Called with the accepted files; the field itself shows why others were rejected. */
  onFiles: (files: File[]) => void;
  isDisabled?: boolean;
};

const usualLimit = 1024 ** 3;

/** A file drop zone with a button. By keyboard: the button, or paste. */
export function FileField({
  label,
  description,
  errorMessage,
  accept,
  maxSize = usualLimit,
  maxCount = 20,
  onFiles,
  isDisabled,
}: FileFieldProps) {
  const { t } = useTranslation('ui');
  const [rejected, setRejected] = useState<FileRejection[]>([]);
  const isOne = maxCount === 1;
  function take(files: File[]) {
    const sorted = sortFiles(files, { accept, maxSize, maxCount });
    setRejected(sorted.refused);
    if (sorted.taken.length > 0) onFiles(sorted.taken);
  }
  return (
    <fieldset className="field" disabled={isDisabled}>
      <legend className="field-label mb-1">{label}</legend>
      <DropZone
        className="drop"
        aria-label={label}
        isDisabled={isDisabled}
        onDrop={async (event) =>
          take(await Promise.all(event.items.filter(isFileDropItem).map((item) => item.getFile())))
        }
      >
        <Upload aria-hidden="true" />
        <span className="row flex-wrap justify-center">
          <FileTrigger
            acceptedFileTypes={accept}
            allowsMultiple={!isOne}
            onSelect={(list) => take(list ? [...list] : [])}
          >
            <Button size="sm" isDisabled={isDisabled}>
              {t(isOne ? 'file.chooseOne' : 'file.choose')}
            </Button>
          </FileTrigger>
          <Text slot="label">{t(isOne ? 'file.dropOne' : 'file.drop')}</Text>
        </span>
        {description && <span className="help">{description}</span>}
      </DropZone>
      {(errorMessage || rejected.length > 0) && (
        <div role="alert" className="field-error grid">
          {errorMessage && <span>{errorMessage}</span>}
          <Rejections rejected={rejected} maxSize={maxSize} maxCount={maxCount} />
        </div>
      )}
    </fieldset>
  );
}

function Rejections({
  rejected,
  maxSize,
  maxCount,
}: {
  rejected: readonly FileRejection[];
  maxSize: number;
  maxCount: number;
}) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  return rejected.map((rejection) => (
    <span key={rejection.name}>
      {t(`file.${rejection.reason}`, {
        name: rejection.name,
        limit: formatSize(maxSize, locale),
        count: maxCount,
      })}
    </span>
  ));
}

export type UploadRowProps = {
  name: string;
  /** In bytes. */
  size: number;
  percent: number;
  problem?: string;
  media?: ReactNode;
  onRemove: () => void;
};

/** One upload, with its progress and a cancel button. */
export function UploadRow({ name, size, percent, problem, media, onRemove }: UploadRowProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const isDone = percent >= 100 && !problem;
  const words =
    problem ??
    (isDone
      ? t('file.done')
      : t('file.progress', {
          percent: numberFormat(locale, { style: 'percent' }).format(percent / 100),
          size: formatSize(size, locale),
        }));
  return (
    <div className="file-row">
      {media}
      <div className="grid min-w-0 flex-1 gap-2">
        <span className="row justify-between">
          <span className="cut" dir="auto" title={name}>
            {name}
          </span>
          <span
            className={
              problem ? 'help flex-none text-error' : isDone ? 'help flex-none text-success' : 'help flex-none'
            }
          >
            {words}
          </span>
        </span>
        <ProgressBar label={name} percent={percent} tone={problem ? 'error' : isDone ? 'success' : 'primary'} />
      </div>
      {isDone ? (
        <Check aria-hidden="true" className="mx-2 text-success" />
      ) : (
        <IconButton size="sm" icon={X} label={t('file.remove', { name })} onPress={onRemove} />
      )}
    </div>
  );
}
