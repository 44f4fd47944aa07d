import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventDefinition } from '#base/shared/event-catalogue.ts';
import { Select } from '#ui/fields/select.tsx';
import { exampleMessage } from '../events/rules.ts';

/** An example of what is sent for one of these events, as the receiver reads it. */
export function ExampleMessage({ events }: { events: readonly EventDefinition[] }) {
  const { t } = useTranslation('webhooks');
  const [chosen, setChosen] = useState('');
  const event = events.find(({ type }) => type === chosen) ?? events[0];
  if (!event) return null;
  return (
    <div className="grid gap-2">
      <Select
        label={t('form.example')}
        options={events.map(({ type }) => ({ id: type, label: t(`event.${type}`) }))}
        value={event.type}
        onChange={setChosen}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling region */}
      <pre className="max-h-80 overflow-auto rounded-lg bg-base-200 p-3 text-xs" dir="ltr" tabIndex={0}>
        {JSON.stringify(exampleMessage(event), null, 2)}
      </pre>
    </div>
  );
}
