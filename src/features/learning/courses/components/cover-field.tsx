import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import { safeFileName } from '#base/shared/safe-file-name.ts';
import { AltField } from '#features/content/media/components/alt-field.tsx';
import { PickButton } from '#features/content/media/components/pick-button.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { FileField, UploadRow } from '#ui/fields/file-field.tsx';
import type { CoursePicture as Picture } from '../schema.ts';
import { CoursePicture } from './course-picture.tsx';
import { type RunningUpload, sizeOfPicture, uploadFile } from './upload-file.ts';

type Upload = { name: string; size: number; percent: number; problem?: string; sending?: RunningUpload };

/** A course's cover: uploaded to the account's public files, with its alt text. */
export function CoverField({
  courseId,
  picture,
  onChange,
}: {
  courseId: string;
  picture: Picture | null;
  onChange: (picture: Picture | null) => void;
}) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const site = useSite();
  const { account_id } = useAccount();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [newSrc, setNewSrc] = useState('');

  /** Resets the alt text: it belongs to the previous picture. */
  function setPicture(next: Picture) {
    setNewSrc(next.image);
    onChange(next);
  }

  async function send(file: File) {
    const path = `public/courses/${courseId}/${Date.now().toString(36)}-${safeFileName(file.name)}`;
    const sending = uploadFile(db, site, { bucket: account_id, path }, file, (percent) =>
      setUpload((current) => current && { ...current, percent: Math.min(99, percent) }),
    );
    const state = { name: file.name, size: file.size, percent: 0 };
    setUpload({ ...state, sending });
    try {
      const [size] = await Promise.all([sizeOfPicture(file), sending.done]);
      setUpload(null);
      setPicture({ image: `/storage/v1/object/public/${account_id}/${path}`, alt: '', ...size });
    } catch (error) {
      if (error instanceof DbError && error.code === 'aborted') return setUpload(null);
      setUpload({ ...state, problem: error instanceof Error ? error.message : t('player.fileFailed') });
    }
  }

  return (
    <div className="grid gap-3">
      {picture ? (
        <div className="flex flex-wrap items-end gap-4">
          <div className="w-60">
            <CoursePicture picture={picture} isFirst />
          </div>
          <Button size="sm" variant="quiet" icon={Trash2} onPress={() => onChange(null)}>
            {t('editor.removeCover')}
          </Button>
        </div>
      ) : null}
      {upload ? (
        <UploadRow
          name={upload.name}
          size={upload.size}
          percent={upload.percent}
          problem={upload.problem}
          onRemove={() => {
            upload.sending?.abort();
            setUpload(null);
          }}
        />
      ) : (
        <FileField
          label={t('editor.field.featured_image')}
          description={t('editor.coverHelp')}
          accept={['image/jpeg', 'image/png', 'image/avif', 'image/webp', 'image/gif']}
          maxSize={8 * 1024 * 1024}
          maxCount={1}
          onFiles={([file]) => file && void send(file)}
        />
      )}
      <div>
        <PickButton
          isDisabled={upload !== null && !upload.problem}
          onPick={({ src, alt, ...size }) => {
            setUpload(null);
            setPicture({ image: src, alt, ...size });
          }}
        />
      </div>
      {picture ? (
        <AltField
          label={t('editor.coverAlt')}
          description={t('editor.coverAltHelp')}
          src={picture.image}
          newSrc={newSrc}
          maxLength={300}
          value={picture.alt}
          onChange={(alt) => onChange({ ...picture, alt })}
        />
      ) : null}
    </div>
  );
}
