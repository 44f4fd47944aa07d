import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { pushEndpoint, pushState, subscribeToPush, unsubscribeFromPush } from '#base/browser/push.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { StatusDot } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { channelKeys, ownBrowsers, type PushBrowser, removeBrowser, saveBrowser } from '../data.ts';
import { readPushKey, thisBrowser } from './use-push-sync.ts';

const pushStateKey = ['push-standing'];

/** The person's browsers with push, this one first; permission is requested only when they press. */
export function PushPanel({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const { state, browsers, otherBrowsers, isBusy, begin, end, drop } = usePush(userId);
  return (
    <Card title={t('push.title')} sentence={t('push.sentence')}>
      <div className="grid gap-4">
        {state.isPending ? <SkeletonText lines={1} /> : null}
        {state.data === 'unsupported' ? <p className="muted">{t('push.unsupported')}</p> : null}
        {state.data === 'denied' ? <p className="muted">{t('push.denied')}</p> : null}
        {state.data === 'off' ? (
          <div>
            <Button icon={BellRing} isBusy={isBusy} onPress={() => void begin()}>
              {t('push.begin')}
            </Button>
          </div>
        ) : null}
        {state.data === 'on' ? (
          <div className="row justify-between gap-3">
            <StatusDot>{t('push.on')}</StatusDot>
            <Button icon={BellOff} isBusy={isBusy} onPress={() => void end()}>
              {t('push.end')}
            </Button>
          </div>
        ) : null}
        {browsers.isError ? (
          <ErrorState onRetry={() => void browsers.refetch()} isRetrying={browsers.isFetching} />
        ) : null}
        {otherBrowsers.length > 0 ? (
          <OtherBrowsers browsers={otherBrowsers} isBusy={isBusy} onRemove={(browser) => void drop(browser)} />
        ) : null}
      </div>
    </Card>
  );
}

/** Push in this browser and the person's others: how it stands, and turning it on and off. */
function usePush(userId: string) {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id } = useAccount();
  const state = useQuery({ queryKey: [...pushStateKey, userId], queryFn: () => pushState(userId) });
  const endpoint = useQuery({ queryKey: [...pushStateKey, 'endpoint'], queryFn: pushEndpoint });
  const browsers = useQuery(ownBrowsers(db, account_id, userId));
  const otherBrowsers = browsers.data?.filter((browser) => browser.endpoint !== endpoint.data) ?? [];

  const { save: change, isSaving: isBusy } = useSave((action: () => Promise<string>) => action(), {
    done: (text) => text,
    errorText: () => t('push.failed'),
    invalidates: [pushStateKey, channelKeys.browsers(account_id, userId)],
  });

  async function begin(): Promise<string> {
    const key = await readPushKey();
    const subscription = await subscribeToPush({ worker: paths.pushWorker(), userId, words: t('push.something'), key });
    if (!subscription) return t('push.declined');
    await saveBrowser(db, account_id, { ...subscription, device: thisBrowser() });
    return t('push.begun');
  }

  async function end(): Promise<string> {
    const present = await pushEndpoint();
    if (present) await removeBrowser(db, account_id, present);
    await unsubscribeFromPush();
    return t('push.ended');
  }

  async function drop(browser: PushBrowser): Promise<string> {
    await removeBrowser(db, account_id, browser.endpoint);
    return t('push.ended');
  }

  return {
    state,
    browsers,
    otherBrowsers,
    isBusy,
    begin: () => change(begin),
    end: () => change(end),
    drop: (browser: PushBrowser) => change(() => drop(browser)),
  };
}

function OtherBrowsers({
  browsers,
  isBusy,
  onRemove,
}: {
  browsers: PushBrowser[];
  isBusy: boolean;
  onRemove: (browser: PushBrowser) => void;
}) {
  const { t } = useTranslation('notifications');
  return (
    <div className="grid gap-2">
      <h3 className="label">{t('push.others')}</h3>
      <ul className="list">
        {browsers.map((browser) => (
          <li key={browser.id} className="list-row">
            <span className="grid min-w-0 flex-1">
              <span className="break-words">{browser.device || t('push.unnamed')}</span>
              <span className="help">
                <RelativeTime when={browser.updated_at} />
              </span>
            </span>
            <IconButton
              icon={X}
              label={t('push.drop', { device: browser.device || t('push.unnamed') })}
              isDisabled={isBusy}
              onPress={() => onRemove(browser)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
