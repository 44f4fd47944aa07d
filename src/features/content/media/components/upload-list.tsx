import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { Section } from '#ui/layout/section.tsx';
import { cancelUpload, clearFinished, pauseUpload, resumeUpload, type Upload, useUploads } from './upload-queue.ts';

/** Uploads in progress, each with its progress, pause and cancel. Renders nothing when there are none. */
export function UploadList() {
  const { t } = useTranslation('media');
  const uploads = useUploads(useAccount().account_id);
  if (uploads.length === 0) return null;
  const done = uploads.filter(({ state }) => state === 'done').length;
  return (
    <Section
      className="mb-6"
      title={t('upload.title', { done, count: uploads.length })}
      actions={
        done > 0 ? (
          <Button size="sm" variant="quiet" onPress={clearFinished}>
            {t('upload.clear')}
          </Button>
        ) : null
      }
    >
      <ul className="card media-uploads">
        {uploads.map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
    </Section>
  );
}

function UploadLine({ upload }: { upload: Upload }) {
  const { t } = useTranslation('media');
  const { locale } = useSite();
  const { id, name, state, percent, size, problem } = upload;
  const words =
    state === 'failed'
      ? problem || t('upload.offline')
      : t(`upload.state.${state}`, {
          percent: numberFormat(locale, { style: 'percent' }).format(Math.floor(percent) / 100),
          size: formatSize(size, locale),
        });
  return (
    <li className="list-row">
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="row justify-between">
          <span className="cut" dir="auto" title={name}>
            {name}
          </span>
          <span
            className={state === 'failed' ? 'help text-error' : 'help'}
            role={state === 'failed' ? 'alert' : undefined}
          >
            {words}
          </span>
        </span>
        {state === 'done' ? null : (
          <ProgressBar
            label={name}
            percent={percent}
            tone={state === 'failed' ? 'error' : state === 'paused' ? 'warning' : 'primary'}
          />
        )}
      </div>
      {state === 'sending' || state === 'waiting' ? (
        <IconButton size="sm" label={t('upload.pause', { name })} icon={Pause} onPress={() => pauseUpload(id)} />
      ) : null}
      {state === 'paused' ? (
        <IconButton size="sm" label={t('upload.resume', { name })} icon={Play} onPress={() => resumeUpload(id)} />
      ) : null}
      {state === 'failed' ? (
        <IconButton size="sm" label={t('upload.retry', { name })} icon={RotateCw} onPress={() => resumeUpload(id)} />
      ) : null}
      <IconButton
        size="sm"
        label={t(state === 'done' ? 'upload.hide' : 'upload.cancel', { name })}
        icon={X}
        onPress={() => cancelUpload(id)}
      />
    </li>
  );
}
