import { Check, Minus } from 'lucide-react';

export type RowCheckProps = {
  'aria-label': string;
  isSelected: boolean;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  onChange: (isSelected: boolean) => void;
};

/** The checkbox of a row, or of all rows. A list has many: a native one, rendered once, instead of React Aria's. */
export function RowCheck({ isSelected, isIndeterminate = false, isDisabled, onChange, ...rest }: RowCheckProps) {
  return (
    <label
      className="choice"
      data-selected={isSelected || undefined}
      data-indeterminate={isIndeterminate || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input
        {...rest}
        ref={(input) => {
          if (input) input.indeterminate = isIndeterminate;
        }}
        type="checkbox"
        className="vh"
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="check">{isIndeterminate ? <Minus aria-hidden="true" /> : <Check aria-hidden="true" />}</span>
    </label>
  );
}
