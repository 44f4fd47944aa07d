import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { type HandIn, signedWork, type WorkFile } from '../data.ts';
import type { LateUnit } from '../rules.ts';

/** What was handed in once, as it was then. */
export function HandInView({ handIn, unit }: { handIn: HandIn; unit: LateUnit }) {
  const { t } = useTranslation('assignments');
  return (
    <div className="grid gap-3">
      <p className="row flex-wrap">
        <span className="font-medium">{t('handIn.number', { number: handIn.number })}</span>
        <span className="help">
          <RelativeTime when={handIn.submitted_at} />
        </span>
        {handIn.late_units > 0 && (
          <Badge tone="warning">{t(`handIn.late.${unit}`, { count: handIn.late_units })}</Badge>
        )}
      </p>
      {handIn.body && (
        <p className="max-w-prose whitespace-pre-line" dir="auto">
          {handIn.body}
        </p>
      )}
      {handIn.link && (
        <p dir="ltr" className="break-all text-start">
          <TextLink href={handIn.link} target="_blank" rel="noopener noreferrer nofollow">
            {handIn.link}
          </TextLink>
        </p>
      )}
      {handIn.files.length > 0 && (
        <ul className="grid gap-2">
          {handIn.files.map((file) => (
            <li key={file.id}>
              <FileButton file={file} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Fetches a file by an address that works for minutes. */
function FileButton({ file }: { file: WorkFile }) {
  const db = useDb();
  const { locale } = useLocale();
  const { account_id } = useAccount();
  const { save, isSaving } = useSave(() => signedWork(db, account_id, file), {
    onSaved: (address) => location.assign(address),
  });
  return (
    <Button size="sm" icon={Download} isBusy={isSaving} onPress={() => void save()}>
      <bdi>{file.name}</bdi> <span className="help num">{formatSize(file.size, locale)}</span>
    </Button>
  );
}
