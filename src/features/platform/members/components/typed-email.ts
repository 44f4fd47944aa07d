import { type RefObject, useEffect } from 'react';
import { loginNameFrom } from '../recovery/rules.ts';

/** Fills the e-mail field with the address typed on the page before, and removes it from the URL. The field is uncontrolled. */
export function useTypedEmail(form: RefObject<HTMLFormElement | null>, hasPhone: boolean): void {
  useEffect(() => {
    const email = loginNameFrom(location.hash, hasPhone);
    const field = form.current?.elements.namedItem('email');
    if (!email || !(field instanceof HTMLInputElement)) return;
    if (field.value === '') field.value = email;
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [form, hasPhone]);
}
