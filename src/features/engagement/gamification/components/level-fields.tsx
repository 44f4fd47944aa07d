import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { MAX_LEVEL_POINTS, MAX_LEVELS, starterPoints } from '../rules.ts';
import type { Level } from '../schema.ts';

/** Levels, each from a number of points on; none is needed. */
export function LevelFields({ levels, onChange }: { levels: Level[]; onChange: (levels: Level[]) => void }) {
  const { t } = useTranslation('gamification');
  const replace = (index: number, next: Level | null) =>
    onChange(levels.flatMap((level, at) => (at === index ? (next ? [next] : []) : [level])));
  const highest = Math.max(0, ...levels.map(({ min_points }) => min_points));
  const starters = starterPoints.map((min_points, at) => ({ name: t(`rules.starter.${at + 1}`), min_points }));
  return (
    <div className="grid gap-3">
      {levels.map((level, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new level has no other identity than its place
        <div key={index} className="flex items-start gap-2">
          <TextField
            label={t('rules.levelName', { number: index + 1 })}
            className="min-w-0 flex-1"
            isRequired
            maxLength={60}
            dir="auto"
            value={level.name}
            onChange={(name) => replace(index, { ...level, name })}
          />
          <NumberField
            label={t('rules.levelFrom')}
            className="w-28"
            minValue={1}
            maxValue={MAX_LEVEL_POINTS}
            fallback={1}
            value={level.min_points}
            onChange={(min_points) => replace(index, { ...level, min_points })}
          />
          <IconButton
            icon={Trash2}
            className="mt-6"
            label={t('rules.removeLevel', { number: index + 1 })}
            onPress={() => replace(index, null)}
          />
        </div>
      ))}
      <div className="row flex-wrap">
        {levels.length === 0 ? (
          <Button size="sm" onPress={() => onChange(starters)}>
            {t('rules.suggested')}
          </Button>
        ) : null}
        <Button
          icon={Plus}
          size="sm"
          isDisabled={levels.length >= MAX_LEVELS}
          onPress={() => onChange([...levels, { name: '', min_points: Math.min(highest + 100, MAX_LEVEL_POINTS) }])}
        >
          {t('rules.addLevel')}
        </Button>
      </div>
    </div>
  );
}
