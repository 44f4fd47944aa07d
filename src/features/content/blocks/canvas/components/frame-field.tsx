import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import {
  type BlockFrame,
  FRAME_COLUMNS,
  type FrameAt,
  frameChoices,
  frameDevices,
  frameSheens,
  frameWidths,
  MIN_OVERLAY_OPACITY,
  validFrame,
} from '../../frame/rules.ts';
import { type Device, useDevice } from './use-device.ts';

/** Layout of a block in its page, with overrides for tablet and phone. */
export function FrameField({ value, onChange }: { value: unknown; onChange: (frame: BlockFrame) => void }) {
  const { t } = useTranslation('blocks');
  const [device, setDevice] = useDevice();
  const frame = validFrame(value);
  const update = (changes: Partial<BlockFrame>) => onChange({ ...frame, ...changes });
  const at = frame[device] ?? {};
  return (
    <details className="frame-field">
      <summary>{t('frame.title')}</summary>
      <div className="frame-fields">
        <Choice
          label={t('frame.width')}
          value={frame.width ?? 'page'}
          options={frameWidths.map((id) => ({ id, label: t(`frame.widths.${id}`) }))}
          onChange={(width) => update({ width: width as BlockFrame['width'] })}
        />
        <Choice
          label={t('frame.sheen')}
          value={frame.sheen ?? 'none'}
          options={frameSheens.map((id) => ({ id, label: t(`frame.sheens.${id}`) }))}
          onChange={(sheen) => update({ sheen: sheen as BlockFrame['sheen'] })}
        />
        <PictureField
          label={t('frame.picture')}
          value={frame.picture}
          isDescribed={false}
          onChange={(picture) => update({ picture: { ...picture, alt: '' } })}
        />
        {frame.picture?.src ? (
          <label className="frame-choice">
            {t('frame.veil')}
            <input
              type="range"
              min={MIN_OVERLAY_OPACITY}
              max={95}
              step={5}
              value={frame.veil ?? 80}
              onChange={(event) => update({ veil: Number(event.target.value) })}
            />
          </label>
        ) : null}
        <TextField
          label={t('frame.anchor')}
          description={t('frame.anchorHelp')}
          prefix="#"
          maxLength={60}
          value={frame.anchor ?? ''}
          onChange={(anchor) => update({ anchor })}
        />
        <DeviceChoice device={device} onChange={setDevice} />
        <DeviceFrame device={device} at={at} onChange={(changes) => update({ [device]: { ...at, ...changes } })} />
      </div>
    </details>
  );
}

function DeviceChoice({ device, onChange }: { device: Device; onChange: (device: Device) => void }) {
  const { t } = useTranslation('blocks');
  return (
    <fieldset className="frame-devices">
      <legend className="vh">{t('frame.devices')}</legend>
      {frameDevices.map((id) => (
        <label key={id} className={id === device ? 'btn btn-line is-current' : 'btn btn-quiet'}>
          <input
            type="radio"
            className="vh"
            checked={id === device}
            onChange={() => onChange(id)}
            value={id}
            name="frame-device"
          />
          {t(`builder.${id}`)}
        </label>
      ))}
    </fieldset>
  );
}

type DeviceFrameProps = { device: Device; at: FrameAt; onChange: (changes: Partial<FrameAt>) => void };

/** What a frame has of its own on one device. */
function DeviceFrame({ device, at, onChange }: DeviceFrameProps) {
  const { t } = useTranslation('blocks');
  return (
    <>
      {(Object.keys(frameChoices) as (keyof typeof frameChoices)[]).map((name) => (
        <Choice
          key={`${device} ${name}`}
          label={t(`frame.${name}`)}
          value={at[name] ?? ''}
          options={[
            { id: '', label: t(device === 'desk' ? 'frame.own' : 'frame.wider') },
            ...frameChoices[name].map((id) => ({ id, label: t(`frame.${name}s.${id}`) })),
          ]}
          onChange={(option) => onChange({ [name]: option || undefined })}
        />
      ))}
      <Choice
        label={t('frame.columns')}
        value={String(at.columns ?? '')}
        options={[
          { id: '', label: t('frame.own') },
          ...Array.from({ length: FRAME_COLUMNS }, (_, index) => ({ id: `${index + 1}`, label: `${index + 1}` })),
        ]}
        onChange={(option) => onChange({ columns: option ? Number(option) : undefined })}
      />
      <label className="frame-check">
        <input
          type="checkbox"
          checked={at.isHidden ?? false}
          onChange={(event) => onChange({ isHidden: event.target.checked || undefined })}
        />
        {t('frame.hide')}
      </label>
    </>
  );
}

function Choice(props: {
  label: string;
  value: string;
  options: { id: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <label className="frame-choice">
      {props.label}
      <select value={props.value} onChange={(event) => props.onChange(event.target.value)}>
        {props.options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
