import type { LucideIcon } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

export type SegmentedProps<Id extends string> = {
  label: string;
  options: readonly { id: Id; label: string; icon?: LucideIcon }[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A choice of two to four options that applies at once: a period, a view. */
export function Segmented<Id extends string>({ label, options, value, onChange }: SegmentedProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className="seg"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.id));
        if (chosen) onChange(chosen.id);
      }}
    >
      {options.map(({ id, label: words, icon: Icon }) => (
        <ToggleButton key={id} id={id}>
          {Icon && <Icon aria-hidden="true" />}
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
