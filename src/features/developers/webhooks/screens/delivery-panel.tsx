import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type Attempt, type Delivery, listAttempts } from '../data.ts';

function prettyJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

function Code({ children }: { children: string }) {
  return (
    // Long lines scroll sideways, so the region must be focusable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling region
    <pre dir="ltr" tabIndex={0} className="max-h-80 overflow-auto rounded-lg bg-base-200 p-3 text-xs">
      {children}
    </pre>
  );
}

/** One delivery: the payload, and request and response of each attempt. */
export function DeliveryPanel({
  delivery,
  onClose,
  onReplay,
}: {
  delivery: Delivery;
  onClose: () => void;
  onReplay: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const { account_id } = useAccount();
  const attempts = useQuery({
    queryKey: ['webhooks', account_id, 'attempts', delivery.id, delivery.attempts, delivery.status],
    queryFn: () => listAttempts(db, account_id, delivery.id),
  });
  return (
    <SidePanel
      title={t(`event.${delivery.type}`)}
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button icon={RotateCw} onPress={onReplay}>
          {t('log.replay')}
        </Button>
      }
    >
      <div className="grid gap-6">
        <p className="help">
          {t('log.id')}: <code dir="ltr" className="break-all">{`msg_${delivery.event_id}`}</code>
        </p>
        <section className="grid gap-2">
          <h3 className="font-semibold">{t('log.body')}</h3>
          <Code>{prettyJson(delivery.body)}</Code>
        </section>
        {attempts.isPending ? <SkeletonText lines={4} /> : null}
        {attempts.isError ? <ErrorState onRetry={() => void attempts.refetch()} /> : null}
        {attempts.data?.length === 0 ? <p className="muted">{t('log.none')}</p> : null}
        {attempts.data?.map((attempt) => (
          <AttemptPart key={attempt.id} attempt={attempt} />
        ))}
      </div>
    </SidePanel>
  );
}

function AttemptPart({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('webhooks');
  const isSuccess = attempt.response_status !== null && attempt.response_status >= 200 && attempt.response_status < 300;
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{t('log.attempt', { number: attempt.number })}</h3>
        <Badge tone={isSuccess ? 'success' : 'error'}>
          {attempt.problem ? t(`answer.${attempt.problem}`) : attempt.response_status}
        </Badge>
        <span className="help">
          <RelativeTime when={attempt.created_at} /> · {t('log.took', { ms: attempt.duration_ms })}
        </span>
      </div>
      {attempt.problem ? null : (
        <>
          <h4 className="help">{t('log.response')}</h4>
          {attempt.response_body ? <Code>{attempt.response_body}</Code> : <p>{t('log.noResponse')}</p>}
        </>
      )}
      <h4 className="help">{t('log.headers')}</h4>
      <Code>
        {Object.entries(attempt.request_headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </Code>
    </section>
  );
}
