import { createUsePuck } from '@puckeditor/core';
import { deviceOf, type frameDevices } from '../../frame/rules.ts';

const usePuck = createUsePuck();

export type Device = (typeof frameDevices)[number];

/** Viewport widths of the builder, in pixels. */
export const builderWidths: Record<Device, number> = { desk: 1280, tablet: 768, phone: 390 };

/** The device whose values the fields edit: the one the canvas shows. */
export function useDevice(): [Device, (device: Device) => void] {
  const width = usePuck((puck) => puck.appState.ui.viewports.current.width);
  const dispatch = usePuck((puck) => puck.dispatch);
  const choose = (device: Device) =>
    dispatch({
      type: 'setUi',
      ui: ({ viewports }) => ({
        viewports: { ...viewports, current: { ...viewports.current, width: builderWidths[device], height: 'auto' } },
      }),
    });
  return [typeof width === 'number' ? deviceOf(width) : 'desk', choose];
}
