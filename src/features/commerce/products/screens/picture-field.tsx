import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { PickButton } from '#features/content/media/components/pick-button.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { uploadPicture } from '../data.ts';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/avif', 'image/webp'];
const MAX_BYTES = 5 * 1024 * 1024;

/** A product's picture: dropped, or chosen from the library, and shown from then on. */
export function PictureField({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const { t } = useTranslation('products');
  const db = useDb();
  const { account_id } = useAccount();
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  function upload([file]: File[]) {
    return run(async () => {
      if (!file) return;
      setProblem(undefined);
      try {
        onChange(await uploadPicture(db, account_id, file));
      } catch (error) {
        setProblem((error as Error).message);
      }
    });
  }
  if (value) {
    return (
      <div className="field">
        <span className="field-label">{t('form.image')}</span>
        <div className="flex items-center gap-4">
          <img src={value} alt="" width={120} height={80} className="h-20 w-30 rounded object-cover" />
          <PickButton onPick={({ src }) => onChange(src)} />
          <Button size="sm" onPress={() => onChange('')}>
            {t('form.imageRemove')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <div className="w-full">
        <FileField
          label={t('form.image')}
          description={isBusy ? t('form.imageBusy') : undefined}
          accept={IMAGE_TYPES}
          maxSize={MAX_BYTES}
          maxCount={1}
          isDisabled={isBusy}
          errorMessage={problem}
          onFiles={(files) => void upload(files)}
        />
      </div>
      <PickButton isDisabled={isBusy} onPick={({ src }) => onChange(src)} />
    </div>
  );
}
