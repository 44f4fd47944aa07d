import { FileCode2, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import type { RowAction } from '#ui/list/list-actions.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { eInvoiceGaps } from '../rules.ts';
import { eInvoiceFormats, type Invoice } from '../schema.ts';

/** The files of an invoice as actions of its row; where no e-invoice can be written of it, they say why. */
export function useInvoiceFiles(): (invoice: Invoice) => RowAction[] {
  const { t, i18n } = useTranslation('invoices');
  return (invoice) => {
    const gaps = eInvoiceGaps(invoice);
    const explain = () =>
      showError(
        t('files.incomplete', {
          gaps: commaList(
            gaps.map((gap) => t(`gap.${gap}`)),
            i18n.language,
          ),
        }),
      );
    return [
      {
        id: 'pdf',
        label: t('files.pdf'),
        icon: FileText,
        href: paths.orderInvoiceFile(invoice.id, 'pdf'),
        target: '_blank',
      },
      ...eInvoiceFormats.map((format) => ({
        id: format,
        label: t(`files.${format}`),
        icon: FileCode2,
        ...(gaps.length > 0
          ? { onAction: explain }
          : { href: paths.orderInvoiceFile(invoice.id, format), target: '_blank' }),
      })),
    ];
  };
}
