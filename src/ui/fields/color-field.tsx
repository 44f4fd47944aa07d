import {
  ColorField as BaseField,
  Button,
  type Color,
  ColorArea,
  ColorPicker,
  ColorSlider,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  ColorThumb,
  DialogTrigger,
  Group,
  Input,
  Popover,
  parseColor,
  SliderTrack,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classNames } from '../layout/class-names.ts';
import { FieldFoot, FieldLabel, type FieldTexts } from './field-parts.tsx';

export type ColorFieldProps = FieldTexts & {
  /** `#rrggbb`. */
  value: string;
  onChange: (hex: string) => void;
  onBlur?: () => void;
  name?: string;
  /** Presets: the colours already in use. */
  presets?: readonly string[];
  isDisabled?: boolean;
  className?: string;
};

function readColor(text: string): Color {
  try {
    return parseColor(text).toFormat('hsb');
  } catch {
    return parseColor('hsb(0, 0%, 0%)');
  }
}

/** A colour, typed as hex or picked in an area; both by keyboard too. */
export function ColorField({
  label,
  description,
  errorMessage,
  isOptional,
  value,
  onChange,
  onBlur,
  name,
  presets = [],
  isDisabled,
  className,
}: ColorFieldProps) {
  const { t } = useTranslation('ui');
  const color = readColor(value);
  const change = (next: Color | null) => next && onChange(next.toString('hex').toLowerCase());
  return (
    <BaseField
      validationBehavior="aria"
      name={name}
      value={color}
      onChange={change}
      onBlur={onBlur}
      isDisabled={isDisabled}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input">
        <ColorPicker value={color} onChange={change}>
          <DialogTrigger>
            <Button isDisabled={isDisabled} className="inline-flex rounded" aria-label={t('color.pick')}>
              <ColorSwatch className="swatch" />
            </Button>
            <Popover className="pop" offset={8} aria-label={t('color.pick')} aria-labelledby={undefined}>
              <ColorPanel presets={presets} />
            </Popover>
          </DialogTrigger>
        </ColorPicker>
        <Input className="num" dir="ltr" />
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </BaseField>
  );
}

function ColorPanel({ presets }: { presets: readonly string[] }) {
  const { t } = useTranslation('ui');
  return (
    <div className="grid gap-3 p-3">
      <ColorArea
        colorSpace="hsb"
        xChannel="saturation"
        yChannel="brightness"
        aria-label={t('color.area')}
        className="color-area"
      >
        <ColorThumb className="color-thumb" />
      </ColorArea>
      <ColorSlider colorSpace="hsb" channel="hue" aria-label={t('color.hue')}>
        <SliderTrack className="color-track">
          <ColorThumb className="color-thumb" />
        </SliderTrack>
      </ColorSlider>
      {presets.length > 0 && (
        <ColorSwatchPicker className="swatches" aria-label={t('color.presets')}>
          {presets.map((preset) => (
            <ColorSwatchPickerItem key={preset} color={preset} className="inline-flex">
              <ColorSwatch className="swatch" />
            </ColorSwatchPickerItem>
          ))}
        </ColorSwatchPicker>
      )}
    </div>
  );
}
