import { type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { frameDevices } from '../../frame/rules.ts';
import { type ResponsiveField as Looks, type ResponsiveStyle, validStyle } from '../../styles/rules.ts';
import { type Device, useDevice } from './use-device.ts';

const icons: Record<Device, LucideIcon> = { desk: Monitor, tablet: Tablet, phone: Smartphone };

type LookFieldProps = {
  label: string;
  field: Looks;
  value: unknown;
  /** The block's default, where its markup renders the desktop value. */
  otherwise: string;
  labelOf: (value: string) => string;
  onChange: (value: ResponsiveStyle) => void;
};

/** Responsive style field: edits the value of the device the canvas shows, and can switch to another. */
export function LookField({ label, field, value, otherwise: defaultValue, labelOf, onChange }: LookFieldProps) {
  const { t } = useTranslation('blocks');
  const id = useId();
  const [device, choose] = useDevice();
  const values = validStyle(field, value);
  const ownValue = values[device] ?? '';
  // Where the block renders the desktop value itself, it is always set.
  const isNeeded = field.isDrawn && device === 'desk';
  return (
    <div className="look-field">
      <label htmlFor={id}>{label}</label>
      <fieldset>
        <legend className="vh">{t('looks.for', { name: label })}</legend>
        {frameDevices.map((name) => {
          const Icon = icons[name];
          return (
            <label key={name} title={t(`builder.${name}`)} data-set={values[name] ? '' : undefined}>
              <input
                type="radio"
                className="vh"
                name={id}
                value={name}
                checked={name === device}
                onChange={() => choose(name)}
                aria-label={values[name] ? `${t(`builder.${name}`)}: ${labelOf(values[name])}` : t(`builder.${name}`)}
              />
              <Icon aria-hidden="true" size={16} />
            </label>
          );
        })}
      </fieldset>
      <select
        id={id}
        value={isNeeded ? ownValue || defaultValue : ownValue}
        onChange={({ target }) => onChange({ ...values, [device]: target.value || undefined })}
      >
        {isNeeded ? null : <option value="">{t(device === 'desk' ? 'frame.own' : 'frame.wider')}</option>}
        {Object.keys(field.values).map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
      </select>
    </div>
  );
}
