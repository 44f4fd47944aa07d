import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { ColorField } from '#ui/fields/color-field.tsx';
import {
  type ColourName,
  colourNames,
  hexOf,
  lowestContrast,
  MIN_CONTRAST,
  nearestReadable,
} from './theme-contrast.ts';

/** Contrast ratio that body text should have (STYLE.md); less is allowed, with a warning. */
const COMFORTABLE_CONTRAST = 7;

/**
 * Colour inputs of one theme mode with their contrast; an unreadable colour gets the nearest readable one as a
 * suggestion.
 */
export function ThemeColours({
  variables,
  touched,
  onChange,
}: {
  variables: Record<string, string>;
  /** Variables changed in this editor: of two colours too close to each other the changed one is reported. */
  touched: ReadonlySet<string>;
  onChange: (name: ColourName, hex: string) => void;
}) {
  const { t } = useTranslation('options');
  return colourNames.map((name) => {
    const weakest = lowestContrast(variables, name);
    const isTooClose = weakest.ratio < MIN_CONTRAST;
    const isEdited = isTooClose && (touched.has(`--color-${name}`) || !touched.has(`--color-${weakest.with}`));
    const isBody = name === 'base-content';
    const nearest = isEdited ? nearestReadable(variables, name) : null;
    // Truncated, not rounded: 4.46 is not 4.5.
    const ratio = (Math.floor(weakest.ratio * 10) / 10).toFixed(1);
    const params = { ratio, least: MIN_CONTRAST, other: t(`theme.names.${weakest.with}`) };
    return (
      <div key={name} className="grid gap-1">
        <ColorField
          label={t(`theme.names.${name}`)}
          value={hexOf(variables[`--color-${name}`])}
          onChange={(hex) => onChange(name, hex)}
        />
        <p className="help flex items-center gap-1" role={isEdited ? 'alert' : undefined}>
          {isTooClose ? (
            <TriangleAlert aria-hidden="true" size={14} className="text-warning" />
          ) : (
            <CircleCheck aria-hidden="true" size={14} className="text-success" />
          )}
          {t(isTooClose ? 'theme.tooClose' : 'theme.clear', params)}
          {isBody && !isTooClose && weakest.ratio < COMFORTABLE_CONTRAST
            ? ` ${t('theme.better', { least: COMFORTABLE_CONTRAST })}`
            : ''}
        </p>
        {nearest ? (
          <div>
            <Button size="sm" onPress={() => onChange(name, nearest)}>
              <span className="swatch" style={{ background: nearest }} aria-hidden="true" />
              {t('theme.takeNearest', { colour: nearest })}
            </Button>
          </div>
        ) : null}
      </div>
    );
  });
}
