import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PictureValue } from '#base/shared/pictures.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { AltField } from './alt-field.tsx';
import { PickButton } from './pick-button.tsx';
import { pictureKinds, useSendPicture } from './send-picture.ts';

/** Image field: picks or uploads an image into the account's public files, with its alt text. */
export function PictureField({
  label,
  value,
  onChange,
  isDescribed = true,
  needsAlt = false,
}: {
  label: string;
  value: PictureValue | undefined;
  onChange: (picture: PictureValue) => void;
  /** Whether the field asks for alt text. */
  isDescribed?: boolean;
  /** Whether the image can't be decorative. */
  needsAlt?: boolean;
}) {
  const { t } = useTranslation('media');
  const [newSrc, setNewSrc] = useState('');

  /** A new image gets its own alt text: the old one describes the old image. */
  function setPicture(picture: PictureValue) {
    setNewSrc(picture.src);
    onChange(picture);
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">{label}</legend>
      {value?.src ? (
        <img className="max-h-40 rounded-lg border border-line object-contain" src={value.src} alt="" />
      ) : null}
      <PictureSource
        label={label}
        hasPicture={Boolean(value?.src)}
        onPick={setPicture}
        onRemove={() => onChange({ src: '', alt: '' })}
      />
      {value?.src && isDescribed ? (
        <AltField
          label={t('picture.alt')}
          description={t(needsAlt ? 'picture.altNeeded' : 'picture.altHelp')}
          newDescription={t(needsAlt ? 'picture.altNeeded' : 'picture.altNew')}
          src={value.src}
          newSrc={newSrc}
          value={value.alt}
          maxLength={300}
          onChange={(alt) => onChange({ ...value, alt })}
        />
      ) : null}
    </fieldset>
  );
}

type PictureSourceProps = {
  label: string;
  hasPicture: boolean;
  onPick: (picture: PictureValue) => void;
  onRemove: () => void;
};

/** Buttons that pick, upload and remove an image, and what kept an upload from being stored. */
function PictureSource({ label, hasPicture, onPick, onRemove }: PictureSourceProps) {
  const { t } = useTranslation('media');
  const sendPicture = useSendPicture();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const {
    save: send,
    isSaving: isBusy,
    problem,
  } = useSave((file: File) => sendPicture(file), {
    isInForm: true,
    onSaved: (picture) => onPick({ alt: '', ...picture }),
    errorText: (error) => error.message || t('picture.failed'),
  });

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          accept={pictureKinds.join(',')}
          aria-label={label}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void send(file);
          }}
        />
        <PickButton isDisabled={isBusy} onPick={onPick} />
        <Button size="sm" icon={ImageUp} isBusy={isBusy} onPress={() => input.current?.click()}>
          {hasPicture ? t('picture.replace') : t('picture.choose')}
        </Button>
        {hasPicture ? (
          <Button size="sm" variant="quiet" icon={Trash2} onPress={onRemove}>
            {t('picture.remove')}
          </Button>
        ) : null}
      </div>
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}
