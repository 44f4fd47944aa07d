import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { MaintenanceTabs } from '#features/platform/maintenance/components/maintenance-tabs.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { type DeadLetter, deadLettersKey, idOf, listDeadLetters, replayAll, replaySelected } from '../data.ts';

const REFETCH_MS = 15_000;

/** Events that a subscriber gave up on: why, and to be handed over again. */
export default function DeadLettersScreen() {
  const { t } = useTranslation('events');
  const { locale } = useLocale();
  const db = useDb();
  const columns = useDeadLetterColumns();
  const list = useDeadLetters();
  const number = (value: number) => numberFormat(locale).format(value);
  const done = (count: number) => t('done', { number: number(count) });
  const { subscriber } = list.values;
  const replaying = useSave(
    async (name: string) => {
      const count = await replayAll(db, name);
      await list.refresh();
      return count;
    },
    { done },
  );
  const subscribers = list.page?.subscribers ?? [];
  const total = subscribers.reduce((sum, { count }) => sum + count, 0);
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={null}
      sentence={list.page && t(total === 0 ? 'all' : 'waiting', { number: number(total) })}
      tabs={<MaintenanceTabs />}
      actions={
        subscriber && list.total ? (
          <Button
            icon={RotateCcw}
            variant="primary"
            isBusy={replaying.isSaving}
            onPress={() => void replaying.save(subscriber)}
          >
            {t('replayAll', { name: subscriber })}
          </Button>
        ) : undefined
      }
      columns={columns}
      rowName={(row) => `${row.type}, ${row.subscriber}`}
      rowActions={(row) => [
        {
          id: 'replay',
          label: t('replay'),
          icon: RotateCcw,
          isQuick: true,
          run: () => replaySelected(db, [idOf(row)]),
          done: done(1),
        },
      ]}
      bulk={[{ label: t('replay'), icon: RotateCcw, run: (ids) => replaySelected(db, ids), done }]}
      empty={{ title: t('none'), text: t('noneText') }}
      noMatch={t('none')}
    />
  );
}

function useDeadLetters() {
  const { t } = useTranslation('events');
  const { locale } = useLocale();
  const db = useDb();
  const list = useList({
    key: deadLettersKey,
    filters: { subscriber: { isSingle: true } },
    read: ({ subscriber, page, pageSize }) => listDeadLetters(db, { subscriber: subscriber ?? null, page, pageSize }),
    rowId: (row) => idOf(row),
    pollWhile: { every: REFETCH_MS, when: (rows) => rows.length > 0 },
  });
  return {
    ...list,
    filters: {
      subscriber: {
        label: t('subscriber'),
        isSingle: true,
        options: (list.page?.subscribers ?? []).map(({ name, count }) => ({
          id: name,
          label: `${name} (${numberFormat(locale).format(count)})`,
        })),
      },
    },
  };
}

function useDeadLetterColumns(): ListColumn<DeadLetter>[] {
  const { t } = useTranslation('events');
  const { locale } = useLocale();
  return [
    {
      id: 'type',
      label: t('event'),
      phone: 'main',
      cell: (row) => (
        <span dir="ltr" title={row.subject}>
          {row.type}
        </span>
      ),
    },
    {
      id: 'subscriber',
      label: t('subscriber'),
      phone: 'under',
      cell: (row) => <span dir="ltr">{row.subscriber}</span>,
    },
    { id: 'account', label: t('account'), phone: 'under', cell: (row) => <span dir="ltr">{row.slug}</span> },
    {
      id: 'error',
      label: t('error'),
      phone: 'under',
      cell: (row) => (
        <span className="grid justify-items-start gap-1">
          <span dir="ltr" className="line-clamp-2" title={row.error}>
            {row.error}
          </span>
          {row.replayed_at ? <Badge>{t('again')}</Badge> : null}
        </span>
      ),
    },
    {
      id: 'attempts',
      label: t('attempts'),
      isEnd: true,
      cell: (row) => numberFormat(locale).format(row.attempts),
    },
    {
      id: 'first',
      label: t('first'),
      cell: (row) => (row.first_tried_at ? <RelativeTime when={row.first_tried_at} /> : null),
    },
    { id: 'last', label: t('last'), phone: 'side', cell: (row) => <RelativeTime when={row.last_tried_at} /> },
  ];
}
