import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { safeFileName } from '#base/shared/safe-file-name.ts';
import { AltField } from '#features/content/media/components/alt-field.tsx';
import { PickButton } from '#features/content/media/components/pick-button.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { FileField, UploadRow } from '#ui/fields/file-field.tsx';
import type { CoursePicture as Picture } from '../schema.ts';
import { CoursePicture } from './course-picture.tsx';
import { sizeOfPicture } from './upload-file.ts';
import { useUpload } from './use-upload.ts';

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
  const [newSrc, setNewSrc] = useState('');

  /** Resets the alt text: it belongs to the previous picture. */
  function setPicture(next: Picture) {
    setNewSrc(next.image);
    onChange(next);
  }

  return (
    <div className="grid gap-3">
      {picture ? <Cover picture={picture} onRemove={() => onChange(null)} /> : null}
      <CoverPicker courseId={courseId} onPick={setPicture} />
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

function Cover({ picture, onRemove }: { picture: Picture; onRemove: () => void }) {
  const { t } = useTranslation('courses');
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="w-60">
        <CoursePicture picture={picture} isFirst />
      </div>
      <Button size="sm" variant="quiet" icon={Trash2} onPress={onRemove}>
        {t('editor.removeCover')}
      </Button>
    </div>
  );
}

/** Uploads a picture, or picks one of the media. */
function CoverPicker({ courseId, onPick }: { courseId: string; onPick: (picture: Picture) => void }) {
  const { t } = useTranslation('courses');
  const { account_id } = useAccount();
  const { upload, send, cancel } = useUpload();

  async function sendCover(file: File) {
    const path = `public/courses/${courseId}/${Date.now().toString(36)}-${safeFileName(file.name)}`;
    const sent = await send(file, { bucket: account_id, path }, sizeOfPicture);
    if (sent) onPick({ image: `/storage/v1/object/public/${account_id}/${path}`, alt: '', ...sent.read });
  }

  return (
    <>
      {upload ? (
        <UploadRow {...upload} onRemove={cancel} />
      ) : (
        <FileField
          label={t('editor.field.featured_image')}
          description={t('editor.coverHelp')}
          accept={['image/jpeg', 'image/png', 'image/avif', 'image/webp', 'image/gif']}
          maxSize={8 * 1024 * 1024}
          maxCount={1}
          onFiles={([file]) => file && void sendCover(file)}
        />
      )}
      <div>
        <PickButton
          isDisabled={upload !== null && !upload.problem}
          onPick={({ src, alt, ...size }) => {
            cancel();
            onPick({ image: src, alt, ...size });
          }}
        />
      </div>
    </>
  );
}
