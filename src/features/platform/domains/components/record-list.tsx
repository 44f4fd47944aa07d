import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { copyText } from '#ui/overlays/copy-text.ts';
import type { DomainClaim } from '../data.ts';
import { expectedRecords } from '../rules.ts';

/** Required DNS records, each with the values found. */
export function RecordList({ claim, home }: { claim: DomainClaim; home: string }) {
  const { t } = useTranslation('domains');
  const copy = (text: string) => copyText(text, t('copied'), t('notCopied'));
  return (
    <div className="grid gap-3">
      <p>{t('records')}</p>
      <ul className="grid gap-4">
        {expectedRecords(claim.domain, claim.token, home).map((record) => {
          const seen = claim.checked_at ? claim.records.find(({ kind }) => kind === record.kind) : undefined;
          return (
            <li key={record.kind} className="grid gap-1">
              <p className="flex flex-wrap items-center gap-2">
                <code dir="ltr" className="font-medium">
                  {record.kind}
                </code>
                <code dir="ltr" className="break-all">
                  {record.name}
                </code>
                {seen ? (
                  <Badge tone={seen.isRight ? 'success' : 'warning'}>{t(seen.isRight ? 'right' : 'wrong')}</Badge>
                ) : null}
              </p>
              <p className="flex items-center gap-2">
                <code dir="ltr" className="break-all">
                  {record.expected}
                </code>
                <IconButton
                  size="sm"
                  icon={Copy}
                  label={t('copy', { kind: record.kind })}
                  onPress={() => copy(record.expected)}
                />
              </p>
              {seen && !seen.isRight ? (
                <p className="help">
                  {seen.found.length > 0 ? (
                    <>
                      {t('found')}{' '}
                      <code dir="ltr" className="break-all">
                        {seen.found.join(', ')}
                      </code>
                    </>
                  ) : (
                    t('foundNothing')
                  )}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
      <p className="help">{t('apex', { home })}</p>
    </div>
  );
}
