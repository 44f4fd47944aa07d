import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { showError } from '#ui/overlays/toaster.tsx';
import { removePicture, savePicture } from '../data.ts';
import { type Crop, squareOf } from '../profile/rules.ts';
import { CropDialog } from './crop-dialog.tsx';

const SIZE_PX = 512;
const JPEG_QUALITY = 0.85;
/** Upload limit in bytes, enough for a phone's photo; the stored picture is far smaller. */
const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Crops the picture to a JPEG of 512 x 512 pixels. */
async function squareJpeg(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const { x, y, size } = squareOf(picture.width, picture.height, crop);
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE_PX, height: SIZE_PX });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  // JPEG has no transparency: transparent areas become white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIZE_PX, SIZE_PX);
  context.drawImage(picture, x, y, size, size, 0, 0, SIZE_PX, SIZE_PX);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('No picture came out.'))),
      'image/jpeg',
      JPEG_QUALITY,
    ),
  );
}

export function AvatarEditor({ member }: { member: OwnMember }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { picture, open, close } = useOpenPicture();
  /** Saves a crop of the open picture; null removes the present one. */
  const { save, saving, isSaving } = useSave(
    async (crop: Crop | null) =>
      picture && crop ? savePicture(db, member, await squareJpeg(picture, crop)) : removePicture(db, member),
    {
      done: (_, crop) => t(crop ? 'profile.pictureSaved' : 'profile.pictureRemoved'),
      invalidates: [['members', member.account_id]],
    },
  );
  return (
    <div className="flex flex-wrap items-start gap-6">
      <Avatar
        key={member.avatar}
        name={member.name}
        hueKey={member.user_id}
        sources={member.avatar ? [member.avatar] : []}
        size={96}
        variant="avatarOnly"
      />
      <div className="grid min-w-60 flex-1 gap-3">
        <FileField
          label={t('profile.choosePicture')}
          description={t('profile.pictureHint')}
          accept={['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']}
          maxSize={MAX_UPLOAD_BYTES}
          maxCount={1}
          isDisabled={isSaving}
          onFiles={([file]) => file && void open(file)}
        />
        {member.avatar ? (
          <Button className="w-max" icon={Trash2} isBusy={saving === null} onPress={() => void save(null)}>
            {t('profile.removePicture')}
          </Button>
        ) : null}
      </div>
      {picture ? (
        <CropDialog
          picture={picture}
          isBusy={isSaving}
          onClose={close}
          onCrop={(crop) => void save(crop).then(close)}
        />
      ) : null}
    </div>
  );
}

/** The picture that is being cropped. */
function useOpenPicture() {
  const { t } = useTranslation('members');
  const [picture, setPicture] = useState<ImageBitmap>();
  async function open(file: File) {
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      showError(t('profile.noPicture', { name: file.name }));
    }
  }
  function close() {
    picture?.close();
    setPicture(undefined);
  }
  return { picture, open, close };
}
