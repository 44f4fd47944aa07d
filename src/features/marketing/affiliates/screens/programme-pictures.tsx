import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PickButton } from '#features/content/media/components/pick-button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { MAX_PICTURES } from '../rules.ts';

/** Pictures that affiliates may use, chosen from the library. */
export function ProgrammePictures({ value, onChange }: { value: string[]; onChange: (pictures: string[]) => void }) {
  const { t } = useTranslation('affiliates');
  return (
    <section className="grid gap-2" aria-label={t('programme.pictures')}>
      <h3 className="field-label">{t('programme.pictures')}</h3>
      <p className="help">{t('programme.picturesHelp')}</p>
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-3">
          {value.map((address, at) => (
            <li key={address} className="flex items-start gap-1">
              <img src={address} alt="" width={96} height={64} className="h-16 w-24 rounded object-cover" />
              <IconButton
                icon={X}
                label={`${t('programme.removePicture')} ${at + 1}`}
                onPress={() => onChange(value.filter((one) => one !== address))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {value.length < MAX_PICTURES ? (
        <div>
          <PickButton onPick={({ src }) => onChange([...new Set([...value, src])])} />
        </div>
      ) : null}
    </section>
  );
}
