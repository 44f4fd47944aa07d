import { showError, showToast } from './toaster.tsx';

/** Copies a text and says so; `failed` where the browser does not allow it. */
export function copyText(text: string, copied: string, failed: string): void {
  void navigator.clipboard.writeText(text).then(
    () => showToast(copied),
    () => showError(failed),
  );
}
