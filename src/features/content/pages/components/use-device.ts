import { createUsePuck } from '@puckeditor/core';
import { deviceOf, type frameDevices } from '#base/shared/block-frame.ts';

const usePuck = createUsePuck();

export type Device = (typeof frameDevices)[number];

/** How wide the builder shows the page, in pixels. */
export const builderWidths: Record<Device, number> = { desk: 1280, tablet: 768, phone: 390 };

/** For which width fields are shown: the one the page is shown in, so that what is set is seen. */
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
