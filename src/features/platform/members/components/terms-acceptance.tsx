import { type FormEvent, Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginOptions } from '#base/browser/site.tsx';
import { useSite } from '#base/browser/site.tsx';

/** Legal pages shown at sign-up. */
export type Documents = Pick<LoginOptions, 'terms' | 'privacy'>;

/** Placeholder for the links in the translated sentence. */
const PLACEHOLDER = '\u0000';

/** Checkbox to accept the terms; a privacy policy without terms is only linked. Spread a field of the form into it. */
export function TermsAcceptance({
  documents,
  error,
  ...input
}: {
  documents: Documents;
  name: string;
  error: string | undefined;
  onBlur: () => void;
  onInput: (event: FormEvent<HTMLInputElement>) => void;
}) {
  const { t } = useTranslation('members');
  const { locale } = useSite();
  const id = useId();
  const links = [
    { href: documents.terms, label: t('signUp.terms') },
    { href: documents.privacy, label: t('signUp.privacy') },
  ].filter(({ href }) => href !== '');
  // Opens in a new window, so that typed values are not lost.
  const link = ({ href, label }: { href: string; label: string }) => (
    <a className="link" href={href} target="_blank" rel="noopener">
      {label}
    </a>
  );
  if (!documents.terms) return links[0] ? <p className="help">{link(links[0])}</p> : null;
  const [before = '', after = ''] = t('signUp.accept', { documents: PLACEHOLDER }).split(PLACEHOLDER);
  const list = new Intl.ListFormat(locale).formatToParts(links.map(({ label }) => label));
  return (
    <div className="field">
      <label className="site-choice">
        <input
          {...input}
          type="checkbox"
          value="yes"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>
          {before}
          {list.map(({ type, value }) => (
            <Fragment key={value}>
              {type === 'element'
                ? link(links.find(({ label }) => label === value) ?? { href: '', label: value })
                : value}
            </Fragment>
          ))}
          {after}
        </span>
      </label>
      {error ? (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
