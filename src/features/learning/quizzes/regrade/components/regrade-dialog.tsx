import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { percentOf } from '../../attempts/rules.ts';
import { useErrorText } from '../../components/error-text.ts';
import { type RegradeChange, type RegradePreview, regradePreviewQuery, regradeQuiz } from '../data.ts';

/** Whose result would change and how, before anything does. */
export function RegradeDialog({ quizId, onClose }: { quizId: string; onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const preview = useQuery(regradePreviewQuery(db, account_id, quizId));
  const { save, isSaving } = useSave((token: string) => regradeQuiz(db, quizId, token, reason), {
    invalidates: [['quizzes', account_id]],
    errorText,
    done: t('regrade.done'),
    onSaved: onClose,
  });
  const { data } = preview;
  return (
    <Dialog
      title={t('regrade.title')}
      isOpen
      isWide
      isChanged={reason !== ''}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        data &&
        data.total > 0 && (
          <Button variant="primary" isBusy={isSaving} onPress={() => void save(data.token)}>
            {t('regrade.apply')}
          </Button>
        )
      }
    >
      {preview.isError && <ErrorState onRetry={() => void preview.refetch()}>{errorText(preview.error)}</ErrorState>}
      {preview.isPending && <SkeletonList rows={3} hasMedia={false} />}
      {data && (
        <div className="grid gap-4">
          <Summary preview={data} />
          {data.rows.length > 0 && <Changes rows={data.rows} />}
          {data.total > 0 && (
            <TextField label={t('regrade.reason')} isOptional maxLength={500} value={reason} onChange={setReason} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Summary({ preview: { total, gained, lost, rows } }: { preview: RegradePreview }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const format = (value: number) => numberFormat(locale).format(value);
  if (total === 0) return <Note>{t('regrade.none')}</Note>;
  return (
    <div className="grid gap-1">
      <p>{t('regrade.changes', { number: format(total) })}</p>
      <p className="help">
        {t('regrade.passes', { gained: format(gained), lost: format(lost) })}{' '}
        {rows.length < total && t('regrade.first', { number: format(rows.length) })}
      </p>
      <p className="help">{t('regrade.rules')}</p>
    </div>
  );
}

function Changes({ rows }: { rows: RegradeChange[] }) {
  const { t } = useTranslation('quizzes');
  return (
    <ul className="list max-h-80 overflow-y-auto border-y border-line" aria-label={t('regrade.title')}>
      {rows.map((row) => (
        <li key={row.attempt_id} className="list-row flex-wrap">
          <span className="min-w-0 flex-1 basis-40">{t('results.of', { number: row.number, name: row.student })}</span>
          <Score label={t('regrade.before')} score={row.score_before} points={row.points_before} />
          <Score label={t('regrade.after')} score={row.score} points={row.points} />
          {row.passed !== row.passed_before && (
            <Badge tone={row.passed ? 'success' : 'warning'}>{t(row.passed ? 'result.passed' : 'result.notYet')}</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

function Score({ label, score, points }: { label: string; score: number; points: number }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  return (
    <span className="grid">
      <span className="help">{label}</span>
      <span className="num">
        {t('cover.score', {
          score: numberFormat(locale).format(score),
          points,
          percent: formatPercent(percentOf(score, points), locale),
        })}
      </span>
    </span>
  );
}
