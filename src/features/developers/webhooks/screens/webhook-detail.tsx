import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, PencilLine, Play, RotateCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState, Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { WebhookState } from '../components/webhook-state.tsx';
import { readWebhook, removeWebhook, replayDeliveries, setWebhookStatus, testWebhook, type Webhook } from '../data.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { SecretCard } from './secret-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** One webhook: status, subscribed events, secret and delivery log. */
export default function WebhookDetail() {
  const { t } = useTranslation('webhooks');
  const { id = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const webhook = useQuery({
    queryKey: ['webhooks', account_id, 'one', id],
    queryFn: () => readWebhook(db, account_id, id),
  });
  return (
    <main id="content" className="page">
      <TextLink href={paths.webhooks()}>{t('one.back')}</TextLink>
      {webhook.isPending ? <SkeletonText lines={6} /> : null}
      {webhook.isError ? <ErrorState onRetry={() => void webhook.refetch()} isRetrying={webhook.isFetching} /> : null}
      {webhook.data === null ? <EmptyState isPage title={t('one.missing')} /> : null}
      {webhook.data ? <Loaded webhook={webhook.data} /> : null}
    </main>
  );
}

function Loaded({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { turn, replay, test } = useWebhookActions(webhook);
  const isOn = webhook.status === 'active';
  return (
    <>
      <PageHeader
        title={<bdi className="break-all">{webhook.address}</bdi>}
        sentence={webhook.description || t('one.sentence')}
        badge={<WebhookState webhook={webhook} />}
        actions={
          <>
            <Button icon={PencilLine} onPress={() => setEditing(true)}>
              {t('list.edit')}
            </Button>
            <StatusButtons webhook={webhook} turn={turn} test={test} />
          </>
        }
      />
      <div className="grid gap-6">
        <WebhookStatus webhook={webhook} />
        <ul className="flex flex-wrap gap-2" aria-label={t('list.events')}>
          {webhook.events.map((type) => (
            <li key={type}>
              <Badge>{t(`event.${type}`)}</Badge>
            </li>
          ))}
        </ul>
        <SecretCard webhookId={webhook.id} />
        <DeliveryLog webhookId={webhook.id} onReplay={replay} />
        <div className="flex flex-wrap gap-2">
          {isOn ? (
            <Button icon={RotateCw} onPress={() => void replay()}>
              {t('one.replayFailed')}
            </Button>
          ) : null}
          <Button variant="danger-line" icon={Trash2} onPress={() => setRemoving(true)}>
            {t('list.remove')}
          </Button>
        </div>
      </div>
      {isEditing ? (
        <WebhookForm
          webhook={webhook}
          onClose={() => setEditing(false)}
          onSaved={async () => {
            setEditing(false);
            await queries.invalidateQueries({ queryKey: ['webhooks', account_id] });
            showToast(t('form.saved'));
          }}
        />
      ) : null}
      <RemoveDialog webhook={webhook} isOpen={isRemoving} onOpenChange={setRemoving} />
    </>
  );
}

function useWebhookActions({ id }: Webhook) {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const { account_id } = useAccount();
  const { save: run } = useSave((write: () => Promise<string>) => write(), {
    done: (text) => text,
    errorText: (error) => error.message || t('failed'),
    invalidates: [['webhooks', account_id]],
  });
  const turn = (status: 'active' | 'paused') =>
    run(async () => {
      await setWebhookStatus(db, account_id, id, status);
      return t(status === 'active' ? 'one.resumed' : 'one.paused');
    });
  const replay = async (deliveries?: string[]) => {
    await run(async () => {
      const count = await replayDeliveries(db, id, deliveries);
      return count > 0 ? t('one.replayed', { count }) : t('one.nothingFailed');
    });
  };
  const test = () =>
    run(async () => {
      await testWebhook(db, id);
      return t('one.testSent');
    });
  return { turn, replay, test };
}

type StatusButtonsProps = { webhook: Webhook } & Pick<ReturnType<typeof useWebhookActions>, 'turn' | 'test'>;

function StatusButtons({ webhook, turn, test }: StatusButtonsProps) {
  const { t } = useTranslation('webhooks');
  if (webhook.status !== 'active')
    return (
      <Button variant="primary" icon={Play} onPress={() => void turn('active')}>
        {t('one.resume')}
      </Button>
    );
  return (
    <>
      <Button icon={Pause} onPress={() => void turn('paused')}>
        {t('one.pause')}
      </Button>
      <Button variant="primary" icon={Send} onPress={() => void test()}>
        {t('one.test')}
      </Button>
    </>
  );
}

type RemoveDialogProps = { webhook: Webhook; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

function RemoveDialog({ webhook, isOpen, onOpenChange }: RemoveDialogProps) {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('one.removeTitle')}
      confirmLabel={t('list.remove')}
      onConfirm={async () => {
        await removeWebhook(db, account_id, webhook.id);
        await queries.invalidateQueries({ queryKey: ['webhooks', account_id] });
        showToast(t('one.removed'));
        await navigate(paths.webhooks());
      }}
    >
      {t('one.removeText', { address: webhook.address })}
    </ConfirmDialog>
  );
}

/** Shown only for a webhook that is failing, paused or disabled. */
function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { locale } = useSite();
  if (webhook.status === 'disabled')
    return <Note tone="error">{t(webhook.disabled_reason === 'gone' ? 'one.goneOff' : 'one.failingOff')}</Note>;
  if (webhook.status === 'paused') return <Note>{t('one.pausedNote')}</Note>;
  if (!webhook.failing_since) return null;
  const since = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(webhook.failing_since));
  return <Note tone="warning">{t('one.failingNote', { since })}</Note>;
}
