import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { daysOf, MAX_ARCHIVED } from '../rules.ts';

/** The PDFs of a period as one file. */
export function ArchiveDialog({ trigger }: { trigger: ReactNode }) {
  const { t } = useTranslation('invoices');
  const { locale } = useSite();
  const [usual] = useState(() => ({
    from: daysOf('thisMonth', new Date(clockNow())).from,
    to: new Date(clockNow()).toISOString().slice(0, 10),
  }));
  const [from, setFrom] = useState<string | null>(usual.from);
  const [to, setTo] = useState<string | null>(usual.to);
  const isPeriod = from !== null && to !== null && from <= to;
  return (
    <Dialog
      trigger={trigger}
      title={t('export.title')}
      isChanged={from !== usual.from || to !== usual.to}
      footer={(close) => (
        <LinkButton
          variant="primary"
          href={isPeriod ? paths.invoiceArchive({ from, to }) : undefined}
          target="_blank"
          isDisabled={!isPeriod}
          onPress={close}
        >
          {t('export.download')}
        </LinkButton>
      )}
    >
      <div className="grid gap-4">
        <p>{t('export.text', { limit: numberFormat(locale).format(MAX_ARCHIVED) })}</p>
        <div className="form-cols">
          <DatePicker label={t('export.from')} value={from} onChange={setFrom} />
          <DatePicker
            label={t('export.to')}
            value={to}
            onChange={setTo}
            errorMessage={from && to && from > to ? t('export.order') : undefined}
          />
        </div>
      </div>
    </Dialog>
  );
}
