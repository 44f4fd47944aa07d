import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { MAX_LETTERS } from '../rules.ts';
import type { Letter } from '../schema.ts';
import type { SetupParts } from './setup-parts.ts';

const USUAL: Letter[] = [
  { letter: 'A', from: 90 },
  { letter: 'B', from: 80 },
  { letter: 'C', from: 70 },
  { letter: 'D', from: 60 },
  { letter: 'F', from: 0 },
];

/** Letters, each from a percent on; none is needed. */
export function LetterFields({ values: { letters }, change }: SetupParts) {
  const { t } = useTranslation('gradebook');
  const replace = (index: number, next: Letter | null) =>
    change({ letters: letters.flatMap((letter, at) => (at === index ? (next ? [next] : []) : [letter])) });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t('setup.letters')}</legend>
      <p className="help">{t('setup.lettersHelp')}</p>
      {letters.map(({ letter, from }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a letter has no other identity than its place
        <div key={index} className="flex items-end gap-2">
          <TextField
            label={t('setup.letter', { number: index + 1 })}
            className="w-32"
            isRequired
            maxLength={20}
            dir="auto"
            value={letter}
            onChange={(text) => replace(index, { letter: text, from })}
          />
          <NumberField
            label={t('setup.from')}
            maxValue={100}
            suffix="%"
            fallback={0}
            className="w-32"
            value={from}
            onChange={(percent) => replace(index, { letter, from: percent })}
          />
          <IconButton
            icon={Trash2}
            label={t('setup.removeLetter', { number: index + 1 })}
            onPress={() => replace(index, null)}
          />
        </div>
      ))}
      <div className="row flex-wrap">
        {letters.length === 0 ? (
          <Button size="sm" onPress={() => change({ letters: USUAL })}>
            {t('setup.usual')}
          </Button>
        ) : null}
        <Button
          icon={Plus}
          size="sm"
          isDisabled={letters.length >= MAX_LETTERS}
          onPress={() => change({ letters: [...letters, { letter: '', from: 0 }] })}
        >
          {t('setup.addLetter')}
        </Button>
      </div>
    </fieldset>
  );
}
