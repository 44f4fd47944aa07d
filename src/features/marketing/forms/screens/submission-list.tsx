import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, PanelRightOpen, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { MarketingTabs } from '#features/marketing/contacts/components/marketing-tabs.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { BulkAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { ExportButton } from '#ui/table/export-button.tsx';
import { useFormatAnswer } from '../components/use-format-answer.tsx';
import { formQueries, listAnsweredFields, listSubmissions, removeSubmissions } from '../data.ts';
import type { Answer, FormField, Submission } from '../rules.ts';

/** Answer columns in the table; the panel and the CSV export have all of them. */
const MAX_COLUMNS = 4;

const answerOf = (row: Submission, field: string) => row.answers.find((answer) => answer.id === field);

/** Submissions of one form. */
export default function AnswerList() {
  const { t } = useTranslation('forms');
  const { id = '' } = useParams();
  const formatAnswer = useFormatAnswer();
  const [opened, setOpened] = useState<Submission | null>(null);
  const { form, list } = useSubmissions(id);
  const fields = form.data?.form.fields ?? [];
  const nameOf = (row: Submission) => {
    const nameField = fields.find(({ isName }) => isName);
    return formatAnswer(nameField && answerOf(row, nameField.id)) || row.email || t('answers.nobody');
  };
  const columns = useAnswerColumns(fields, nameOf);
  const fileColumns = useFileColumns(id, fields);
  const removal = useRemoval();
  if (form.data === null) {
    return (
      <main id="content" className="page">
        <EmptyState isPage title={t('editor.missing')} />
      </main>
    );
  }
  return (
    <ListScreen
      list={{ ...list, rows: form.data ? list.rows : undefined, error: list.error || form.isError }}
      title={t('answers.title', { name: form.data?.form.name ?? '…' })}
      count={null}
      sentence={list.total === undefined ? undefined : t('answers.count', { count: list.total })}
      tabs={<MarketingTabs />}
      actions={
        <>
          <ExportButton name={form.data?.form.name ?? 'answers'} read={list.readAll} columns={fileColumns} />
          <LinkButton icon={Pencil} href={paths.editForm(id)}>
            {t('answers.editForm')}
          </LinkButton>
        </>
      }
      search={t('answers.search')}
      columns={columns}
      rowName={nameOf}
      rowActions={(row) => [
        {
          id: 'open',
          label: t('answers.open', { name: nameOf(row) }),
          icon: PanelRightOpen,
          isQuick: true,
          onAction: () => setOpened(row),
        },
      ]}
      bulk={[removal]}
      empty={{ title: t('answers.emptyTitle'), text: t('answers.emptyText') }}
      noMatch={t('answers.noMatchTitle')}
    >
      {opened ? (
        <SidePanel isOpen onOpenChange={(isOpen) => !isOpen && setOpened(null)} title={nameOf(opened)}>
          <AnswerSheet submission={opened} formatAnswer={formatAnswer} />
        </SidePanel>
      ) : null}
    </ListScreen>
  );
}

/** A form with its submissions. */
function useSubmissions(id: string) {
  const db = useDb();
  const { account_id } = useAccount();
  const form = useQuery(formQueries.one(db, account_id, id));
  const list = useList({
    key: ['form-answers', account_id, id],
    sort: '-created_at',
    read: (request) => listSubmissions(db, account_id, id, request),
    enabled: form.data !== null,
  });
  return { form, list };
}

function useRemoval(): BulkAction {
  const { t } = useTranslation('forms');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  return {
    label: t('answers.remove'),
    isDanger: true,
    run: async (ids) => {
      await removeSubmissions(db, account_id, ids);
      await queries.invalidateQueries({ queryKey: ['forms', account_id] });
    },
    done: (count) => t('answers.removed', { count }),
    confirm: { title: (count) => t('answers.removeTitle', { count }), text: t('answers.removeText') },
  };
}

function useAnswerColumns(fields: readonly FormField[], nameOf: (row: Submission) => string): ListColumn<Submission>[] {
  const { t } = useTranslation('forms');
  const formatAnswer = useFormatAnswer();
  const answerFields = fields.filter(({ type, isName }) => !isName && type !== 'email' && type !== 'consent');
  return [
    {
      id: 'from',
      label: t('answers.from'),
      phone: 'main',
      cell: (row) => (
        <span className="grid min-w-0">
          <bdi className="cut">{nameOf(row)}</bdi>
          {row.email && row.email !== nameOf(row) ? <bdi className="help cut">{row.email}</bdi> : null}
        </span>
      ),
    },
    ...answerFields.slice(0, MAX_COLUMNS).map(
      (field): ListColumn<Submission> => ({
        id: field.id,
        label: field.label,
        phone: 'hide',
        cell: (row) => (
          <span className="cut block max-w-60" dir="auto" title={formatAnswer(answerOf(row, field.id))}>
            {formatAnswer(answerOf(row, field.id))}
          </span>
        ),
      }),
    ),
    {
      id: 'created_at',
      label: t('answers.sent'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => <RelativeTime when={row.created_at} />,
    },
  ];
}

/** The columns of the exported file, with answers to fields that were removed from the form. */
function useFileColumns(formId: string, fields: readonly FormField[]) {
  const { t } = useTranslation('forms');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const formatAnswer = useFormatAnswer();
  const moment = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return async () => {
    const removed = (await listAnsweredFields(db, account_id, formId)).filter(
      (answer) => !fields.some((field) => field.id === answer.id),
    );
    const all = [...fields, ...removed];
    return {
      head: [t('answers.sent'), ...all.map(({ label }) => label), t('answers.page')],
      cells: (row: Submission) => [
        moment.format(new Date(row.created_at)),
        ...all.map((field) => formatAnswer(answerOf(row, field.id))),
        row.page,
      ],
    };
  };
}

function AnswerSheet({
  submission,
  formatAnswer,
}: {
  submission: Submission;
  formatAnswer: (answer: Answer | undefined) => string;
}) {
  const { t } = useTranslation('forms');
  return (
    <dl className="grid gap-4">
      {submission.answers.map((answer) => (
        <div key={answer.id} className="grid gap-1">
          <dt className="help" dir="auto">
            {answer.label}
          </dt>
          <dd className="break-words whitespace-pre-line" dir="auto">
            {answer.files?.length
              ? answer.files.map((file) => (
                  <a
                    key={file.id}
                    className="link flex items-center gap-2"
                    href={paths.formFile(file.id)}
                    download={file.name}
                    aria-label={t('answers.download', { name: file.name })}
                  >
                    <Download aria-hidden="true" size={16} className="flex-none" />
                    <bdi className="cut">{file.name}</bdi>
                  </a>
                ))
              : formatAnswer(answer)}
          </dd>
        </div>
      ))}
      <div className="grid gap-1">
        <dt className="help">{t('answers.sent')}</dt>
        <dd>
          <RelativeTime when={submission.created_at} />
          {submission.page ? (
            <>
              {' · '}
              <code dir="ltr">{submission.page}</code>
            </>
          ) : null}
        </dd>
      </div>
    </dl>
  );
}
