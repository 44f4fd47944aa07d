import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OwnMember } from '#base/browser/member.ts';
import { useWire } from '#base/browser/wire.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FileField } from '#ui/file-field.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { removePicture, savePicture } from '../data.ts';
import { middleSquare } from '../rules.ts';

const SIDE = 512;
const QUALITY = 0.85;
/** A phone's photograph; what is kept is far smaller. */
const LARGEST = 20 * 1024 * 1024;

/** The middle square of a picture as a JPEG of 512 by 512. */
async function squareJpeg(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const { x, y, size } = middleSquare(picture.width, picture.height);
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures.');
  // JPEG knows no transparency: what shows through is white.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.drawImage(picture, x, y, size, size, 0, 0, SIDE, SIDE);
  picture.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out.'))), 'image/jpeg', QUALITY),
  );
}

export function AvatarEditor({ member }: { member: OwnMember }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (file === null) return removePicture(wire, member);
      const picture = await squareJpeg(file).catch(() => {
        throw new Error(t('profile.noPicture', { name: file.name }));
      });
      return savePicture(wire, member, picture);
    },
    onSuccess: (_, file) => showToast(t(file ? 'profile.pictureSaved' : 'profile.pictureRemoved')),
    onError: (error) => showProblem(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['members', member.account_id] }),
  });
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
          maxSize={LARGEST}
          maxCount={1}
          isDisabled={change.isPending}
          onFiles={([file]) => file && change.mutate(file)}
        />
        {member.avatar ? (
          <Button
            className="w-max"
            icon={Trash2}
            isBusy={change.isPending && change.variables === null}
            onPress={() => change.mutate(null)}
          >
            {t('profile.removePicture')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
