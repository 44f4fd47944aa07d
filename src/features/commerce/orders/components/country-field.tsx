import { useEffect, useRef, useState } from 'react';
import { useSite } from '#base/browser/site.tsx';
import { countryOptions, guessedCountry } from '#base/shared/countries.ts';
import { LabelledField } from '#features/platform/members/components/auth-form.tsx';

type Country = { id: string; label: string };

/**
 * The country as the browser's own control, which a phone shows as its own list. The options are filled in by the browser, whose
 * names may differ from the server's; the first choice is a guess by its languages.
 */
export function CountryField({
  label,
  typed,
  error,
  ...field
}: {
  label: string;
  /** What was chosen before the field was last removed. */
  typed: string | undefined;
  name: string;
  error: string | undefined;
  onBlur: () => void;
  onInput: () => void;
}) {
  const { locale } = useSite();
  const select = useRef<HTMLSelectElement>(null);
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => setCountries(countryOptions(locale)), [locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the options are there
  useEffect(() => {
    const field = select.current;
    if (field?.value !== '') return;
    field.value = typed || guessedCountry(navigator.languages);
    // A better guess may replace it until somebody chooses.
    if (!typed) field.dataset.guess = field.value;
    // What follows from the country is shown for a guess too.
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, [countries]);
  return (
    <LabelledField label={label} error={error}>
      {(ids) => (
        <select
          ref={select}
          className="input"
          autoComplete="country"
          required
          data-invalid={error ? '' : undefined}
          {...field}
          {...ids}
        >
          <option value="" />
          {countries.map(({ id, label: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
