import { useTranslation } from 'react-i18next';
import type { TicketContext } from '../schema.ts';

/** The context sent with a ticket, line by line, so that the sender sees all of it. */
export function ContextLines({ context }: { context: TicketContext }) {
  const { t } = useTranslation('tickets');
  const lines: [string, string][] = (['page', 'build', 'browser'] as const).flatMap((name) =>
    context[name] ? [[t(`context.${name}`), context[name]] as [string, string]] : [],
  );
  return (
    <dl className="grid gap-1 text-sm">
      {lines.map(([name, value]) => (
        <div key={name} className="flex gap-3">
          <dt className="muted w-20 flex-none">{name}</dt>
          <dd className="min-w-0 break-words" dir="ltr" translate="no">
            {value}
          </dd>
        </div>
      ))}
      {(context.errors ?? []).length > 0 ? (
        <div className="flex gap-3">
          <dt className="muted w-20 flex-none">{t('context.errors')}</dt>
          <dd className="min-w-0 break-words" dir="ltr" translate="no">
            {context.errors?.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same failure may come twice, and the list never changes
              <div key={index}>{line}</div>
            ))}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
