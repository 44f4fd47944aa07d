import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { downloadText } from '#ui/table/download-csv.ts';
import type { QuestionDraft } from '../../drafts/rules.ts';
import { type Format, formats } from '../../question-formats/rules.ts';

/** Names that are the same in every language. */
const formatNames: Record<Format, string> = { gift: 'GIFT', moodle: 'Moodle XML', csv: 'CSV', aiken: 'Aiken' };

/** Downloads the questions in one of the formats, and says which of them it has no form for. */
export function ExportMenu({ questions }: { questions: readonly QuestionDraft[] }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  async function download(format: Format) {
    const { fileNames, writeQuestions } = await import('../rules.ts');
    const { text, left } = writeQuestions(format, questions);
    downloadText(fileNames[format], text);
    if (left.length === 0) return;
    const names = new Intl.ListFormat(locale).format(left.map(({ prompt }) => `“${prompt.slice(0, 60)}”`));
    showToast(t('exchange.exportLeft', { format: formatNames[format], names }));
  }
  return (
    <MenuButton
      label={t('exchange.export')}
      trigger={
        <Button variant="quiet" icon={Download} isDisabled={questions.length === 0}>
          {t('exchange.export')}
        </Button>
      }
      groups={[
        {
          id: 'formats',
          items: formats.map((format) => ({
            id: format,
            label: formatNames[format],
            onAction: () => void download(format),
          })),
        },
      ]}
    />
  );
}
