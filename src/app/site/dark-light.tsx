import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/layout/class-names.ts';

/** `className`: at which widths it is visible; on the narrowest phones it is in the drawer. */
export function DarkLight({ className }: { className: string }) {
  const { t } = useTranslation('site');
  return (
    <button
      type="button"
      className={classNames('btn btn-quiet btn-icon', className)}
      data-darklight=""
      aria-pressed="false"
    >
      <Moon className="on-light" aria-hidden="true" size={20} />
      <Sun className="on-dark" aria-hidden="true" size={20} />
      <span className="vh">{t('darkTheme')}</span>
    </button>
  );
}
