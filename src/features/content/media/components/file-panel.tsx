import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { locales } from '#base/shared/locales.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { changeFile, mediaQueries } from '../data.ts';
import { addressOf, MAX_ALT_LENGTH } from '../rules.ts';
import type { MediaFile } from '../schema.ts';
import { FileActions } from './file-actions.tsx';
import { FilePreview } from './file-preview.tsx';
import { UseList } from './use-list.tsx';

type FilePanelProps = {
  file: MediaFile;
  onClose: () => void;
  onChanged: () => Promise<void>;
  onEdit: () => void;
  onMove: () => void;
  onDelete: () => void;
};

function nameProblem(name: string, t: (key: string) => string): string | undefined {
  if (name === '') return t('file.nameMissing');
  return name.includes('/') ? t('folder.nameStroke') : undefined;
}

/** Details of a file with its actions: rename, alt text, replace, download, delete. */
export function FilePanel({ file, onClose, onChanged, onEdit, onMove, onDelete }: FilePanelProps) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const form = useId();
  const draft = useDraft({
    saved: { name: file.name },
    validate: ({ name }) => ({ name: nameProblem(name.trim(), t) }),
  });
  const [alt, setAlt] = useState<Record<string, string>>(file.alt);
  const [isAsking, setAsking] = useState(false);
  const uploader = useQuery(mediaQueries.uploader(db, account_id, file.uploaded_by));
  const isChanged = draft.isChanged || locales.some(({ code }) => (alt[code] ?? '') !== (file.alt[code] ?? ''));
  const newName = draft.values.name.trim();

  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const texts = Object.fromEntries(Object.entries(alt).filter(([, text]) => text.trim() !== ''));
      await changeFile(db, account_id, file.id, { name: newName, alt: texts });
      await onChanged();
    },
    { form: draft, done: t('file.saved', { name: newName }) },
  );
  function setReplacedAlt(next: Record<string, string>) {
    setAlt(next);
    setAsking(true);
  }
  return (
    <SidePanel
      title={file.name}
      isOpen
      isWide
      isChanged={isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>{t('close')}</Button>
          <Button variant="primary" type="submit" form={form} isBusy={isBusy} isDisabled={!isChanged}>
            {t('file.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <FilePreview file={file} onMeasured={onChanged} />
        <FileActions {...{ file, onChanged, onEdit, onMove, onDelete }} onAltText={setReplacedAlt} />
        <Form id={form} label={file.name} problem={problem} onSubmit={() => void save()}>
          <TextField label={t('file.name')} maxLength={200} {...draft.field('name')} />
          {file.kind === 'image' ? <AltTexts alt={alt} isAsking={isAsking} onChange={setAlt} /> : null}
        </Form>
        <FileDetails file={file} uploader={uploader.data ?? null} />
        <Uses file={file} />
      </div>
    </SidePanel>
  );
}

/** Alt text in the current language and every language that has one; others can be added. */
function AltTexts({
  alt,
  isAsking,
  onChange,
}: {
  alt: Record<string, string>;
  /** Whether the image was just replaced and its alt text cleared. */
  isAsking: boolean;
  onChange: (alt: Record<string, string>) => void;
}) {
  const { t } = useTranslation('media');
  const { locale } = useSite();
  const shown = locales.filter(({ code }) => code === locale || alt[code] !== undefined);
  const otherLocales = locales.filter((locale) => !shown.includes(locale));
  return (
    <>
      {shown.map(({ code, name }, index) => (
        <TextField
          key={`${code} ${isAsking}`}
          autoFocus={isAsking && index === 0}
          label={t('file.alt', { language: name })}
          description={index === 0 ? t(isAsking ? 'picture.altNew' : 'file.altHelp') : undefined}
          value={alt[code] ?? ''}
          onChange={(text) => onChange({ ...alt, [code]: text })}
          maxLength={MAX_ALT_LENGTH}
        />
      ))}
      <Select
        label={t('file.altAdd')}
        value={null}
        onChange={(code) => onChange({ ...alt, [code]: '' })}
        options={otherLocales.map(({ code, name }) => ({ id: code, label: name }))}
      />
    </>
  );
}

function FileDetails({ file, uploader }: { file: MediaFile; uploader: string | null }) {
  const { t } = useTranslation('media');
  const { locale } = useSite();
  const dateTime = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const facts: [string, string][] = [
    [t('file.type'), file.mime_type],
    [t('file.weight'), formatSize(file.bytes, locale)],
    ...(file.width && file.height
      ? [[t('file.dimensions'), `${file.width} × ${file.height}`] as [string, string]]
      : []),
    [t('file.uploader'), uploader ?? t(file.uploaded_by ? 'file.gone' : 'file.nobody')],
    [t('file.added'), dateTime.format(new Date(file.created_at))],
    [t('file.changed'), dateTime.format(new Date(file.updated_at))],
  ];
  return (
    <dl className="media-facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="muted">{term}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      <div>
        <dt className="muted">{t('file.address')}</dt>
        <dd dir="ltr" className="font-mono wrap-anywhere">
          {addressOf(file)}
        </dd>
      </div>
    </dl>
  );
}

function Uses({ file }: { file: MediaFile }) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const uses = useQuery(mediaQueries.uses(db, account_id, [file.path]));
  return (
    <section className="grid gap-2" aria-label={t('use.title')}>
      <h3 className="field-label">{t('use.title')}</h3>
      {uses.isPending ? <SkeletonText lines={2} /> : null}
      {uses.isError ? (
        <p className="field-error" role="alert">
          {t('use.failed')}{' '}
          <Button size="sm" variant="quiet" onPress={() => void uses.refetch()}>
            {t('retry')}
          </Button>
        </p>
      ) : null}
      {uses.data?.length === 0 ? <p className="help">{t('use.nowhere')}</p> : null}
      {uses.data && uses.data.length > 0 ? <UseList uses={uses.data} /> : null}
    </section>
  );
}
