import { type RefObject, useEffect, useState } from 'react';
import { hasSessionCookie } from '#features/commerce/orders/components/use-owned.ts';
import { paths } from '#paths';
import type { ShownForm, Values } from '../rules.ts';
import { valuesOf } from './form-values.ts';

const nothing: ReadonlySet<string> = new Set();

/**
 * Prefills a form with a member's earlier answers, so that those fields can be hidden. If the request fails every
 * field is shown, as for a visitor.
 */
export function usePrefill(
  form: Pick<ShownForm, 'id' | 'asks_once'> | null,
  element: RefObject<HTMLFormElement | null>,
  onFilled: (values: Values) => void,
): { knownFields: ReadonlySet<string>; showAll: () => void } {
  const [knownFields, setKnownFields] = useState(nothing);
  const id = form?.asks_once ? form.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a form
  useEffect(() => {
    if (!id || !hasSessionCookie()) return;
    let isHere = true;
    void fetch(paths.knownAnswers(id))
      .then(async (response) => (response.ok ? ((await response.json()) as { values: Values }).values : {}))
      .then((values) => {
        const formElement = element.current;
        if (!isHere || !formElement) return;
        const filled = Object.entries(values).filter(([field, value]) => fill(formElement, `f.${field}`, value));
        setKnownFields(new Set(filled.map(([field]) => field)));
        onFilled(valuesOf(formElement));
      })
      .catch(() => {});
    return () => {
      isHere = false;
    };
  }, [id]);
  return { knownFields, showAll: () => setKnownFields(nothing) };
}

/** Sets a field's value unless it already has one; returns whether it was set. Typed values stay visible. */
function fill(form: HTMLFormElement, name: string, value: string | string[]): boolean {
  const inputs = [...form.elements].filter(
    (element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
      'name' in element && element.name === name,
  );
  const stored = new Set([value].flat());
  const first = inputs[0];
  if (!first) return false;
  if (first instanceof HTMLInputElement && (first.type === 'radio' || first.type === 'checkbox')) {
    const boxes = inputs as HTMLInputElement[];
    if (boxes.some((box) => box.checked)) return false;
    for (const box of boxes) box.checked = stored.has(box.value);
    return boxes.some((box) => box.checked);
  }
  if (first.value !== '') return false;
  first.value = [...stored][0] ?? '';
  return first.value !== '';
}
