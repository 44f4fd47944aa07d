import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { exampleMessage } from '../events/rules.ts';

/** An example of what is sent for one of these events, as the receiver reads it. */
export function ExampleMessage({ types }: { types: readonly string[] }) {
  const { t } = useTranslation('webhooks');
  const [chosen, setChosen] = useState('');
  const type = types.find((name) => name === chosen) ?? types[0] ?? '';
  return (
    <div className="grid gap-2">
      <Select
        label={t('form.example')}
        options={types.map((id) => ({ id, label: t(`event.${id}`) }))}
        value={type}
        onChange={setChosen}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling region */}
      <pre className="max-h-80 overflow-auto rounded-lg bg-base-200 p-3 text-xs" dir="ltr" tabIndex={0}>
        {JSON.stringify(exampleMessage(type), null, 2)}
      </pre>
    </div>
  );
}
