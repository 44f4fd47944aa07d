import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, PanelRightOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { MarketingTabs } from '#features/marketing/contacts/components/marketing-tabs.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { chosenIds } from '#ui/table/use-bulk.ts';
import { useFormatAnswer } from '../components/answer-words.tsx';
import { formQueries, listAskedFields, listSubmissions, removeSubmissions } from '../data.ts';
import type { Answer, Submission } from '../rules.ts';

/** Answer columns in the table; the panel and the CSV export have all of them. */
const MAX_COLUMNS = 4;

/** Submissions of one form. */
export default function AnswerList() {
  const { t } = useTranslation('forms');
  const { id = '' } = useParams();
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const formatAnswer = useFormatAnswer();
  const state = useTableState({ sort: { column: 'created_at', direction: 'descending' } });
  const selection = useTableSelection(state);
  const [opened, setOpened] = useState<Submission | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const form = useQuery(formQueries.one(db, account_id, id));
  const filters = {
    search: state.search,
    isDescending: state.sort?.direction !== 'ascending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({
    ...formQueries.answers(db, account_id, id, filters),
    placeholderData: keepPreviousData,
    enabled: form.data !== null,
  });
  if (form.data === null) {
    return (
      <main id="content" className="page">
        <EmptyState isPage title={t('editor.missing')} />
      </main>
    );
  }
  const fields = form.data?.form.fields ?? [];
  const answerOf = (row: Submission, field: string) => row.answers.find((answer) => answer.id === field);
  const nameOf = (row: Submission) => {
    const nameField = fields.find(({ isName }) => isName);
    return formatAnswer(nameField && answerOf(row, nameField.id)) || row.email || t('answers.nobody');
  };
  const answerFields = fields.filter(({ type, isName }) => !isName && type !== 'email' && type !== 'consent');
  const columns: Column<Submission>[] = [
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
      (field): Column<Submission> => ({
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

  const readAll = (page: number, pageSize: number) =>
    listSubmissions(db, account_id, id, { ...filters, page, pageSize });
  const moment = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  async function columnsOfFile() {
    // Includes answers to fields that were removed from the form.
    const gone = (await listAskedFields(db, account_id, id)).filter(
      (answer) => !fields.some((field) => field.id === answer.id),
    );
    const all = [...fields, ...gone];
    return {
      head: [t('answers.sent'), ...all.map(({ label }) => label), t('answers.page')],
      cells: (row: Submission) => [
        moment.format(new Date(row.created_at)),
        ...all.map((field) => formatAnswer(answerOf(row, field.id))),
        row.page,
      ],
    };
  }
  async function remove() {
    const ids = await chosenIds({ selection, read: readAll, rowId: (row) => row.id });
    await removeSubmissions(db, account_id, ids);
    selection.clear();
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['form-answers', account_id] }),
      queries.invalidateQueries({ queryKey: ['forms', account_id] }),
    ]);
    showToast(t('answers.removed', { count: ids.length }));
  }
  const title = t('answers.title', { name: form.data?.form.name ?? '…' });
  return (
    <main id="content" className="page">
      <PageHeader
        title={title}
        sentence={list.data ? t('answers.count', { count: list.data.count }) : undefined}
        actions={
          <>
            <ExportButton name={form.data?.form.name ?? 'answers'} read={readAll} columns={columnsOfFile} />
            <LinkButton icon={Pencil} href={paths.editForm(id)}>
              {t('answers.editForm')}
            </LinkButton>
          </>
        }
      />
      <MarketingTabs />
      <FilterBar>
        <TableSearch state={state} label={t('answers.search')} />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={title}
        columns={columns}
        rows={form.data ? list.data?.rows : undefined}
        rowId={(row) => row.id}
        rowName={nameOf}
        rowActions={(row) => ({
          quick: [
            { label: t('answers.open', { name: nameOf(row) }), icon: PanelRightOpen, onAction: () => setOpened(row) },
          ],
        })}
        state={state}
        total={list.data?.count}
        selection={selection}
        bulkActions={
          <Button size="sm" variant="danger-line" icon={Trash2} onPress={() => setRemoving(true)}>
            {t('answers.remove')}
          </Button>
        }
        isRefreshing={list.isFetching}
        error={list.isError || form.isError}
        onRetry={() => void Promise.all([form.refetch(), list.refetch()])}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('answers.noMatchTitle')}
              drawing="search"
              actions={<Button onPress={state.clearFilters}>{t('answers.clear')}</Button>}
            >
              {t('answers.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('answers.emptyTitle')}>{t('answers.emptyText')}</EmptyState>
          )
        }
      />
      {opened ? (
        <SidePanel isOpen onOpenChange={(isOpen) => !isOpen && setOpened(null)} title={nameOf(opened)}>
          <AnswerSheet submission={opened} formatAnswer={formatAnswer} />
        </SidePanel>
      ) : null}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={t('answers.removeTitle', { count: selection.isAll ? (list.data?.count ?? 0) : selection.ids.size })}
        confirmLabel={t('answers.remove')}
        isDanger
        onConfirm={remove}
      >
        {t('answers.removeText')}
      </ConfirmDialog>
    </main>
  );
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
