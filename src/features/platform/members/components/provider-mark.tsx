import type { SignInProvider } from '../providers/rules.ts';

/** A provider's logo in the current text colour. */
export function ProviderMark({ provider }: { provider: SignInProvider }) {
  return (
    <svg aria-hidden="true" className="size-4 shrink-0" fill="currentColor">
      <use href={`/pictures/sign-in-marks.svg#${provider}`} />
    </svg>
  );
}
