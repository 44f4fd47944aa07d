import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Pagination } from '#ui/table/pagination.tsx';
import { type BankQuestion, copyQuestion, questionBankQuery } from '../bank/data.ts';
import { PAGE_SIZE } from '../data.ts';
import type { QuestionDraft } from '../drafts/rules.ts';
import { useErrorText } from './error-text.ts';
import { questionIcons } from './question-icons.ts';

type BankDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (question: QuestionDraft) => void;
};

/** Picks a question of the question bank to copy. */
export function BankDialog({ isOpen, onOpenChange, onPick }: BankDialogProps) {
  const { t } = useTranslation('quizzes');
  return (
    <Dialog title={t('bank.pick')} isOpen={isOpen} onOpenChange={onOpenChange} isWide>
      <BankPicker onPick={onPick} />
    </Dialog>
  );
}

function BankPicker({ onPick }: Pick<BankDialogProps, 'onPick'>) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const errorText = useErrorText();
  const { account_id } = useAccount();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const searchTerm = useDeferredValue(search.trim());
  const bank = useQuery({
    ...questionBankQuery(db, account_id, { page, search: searchTerm }),
    placeholderData: (old) => old,
  });
  const pick = useSave((question: BankQuestion) => copyQuestion(db, account_id, question, crypto.randomUUID()), {
    onSaved: onPick,
    done: t('bank.added'),
    errorText,
  });
  const rows = bank.data?.rows;
  return (
    <div className="grid gap-3">
      <SearchField
        label={t('bank.search')}
        value={search}
        maxLength={200}
        autoFocus
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      {bank.isError && <ErrorState onRetry={() => bank.refetch()}>{errorText(bank.error)}</ErrorState>}
      {bank.isPending && <SkeletonList rows={4} hasMedia={false} />}
      {rows?.length === 0 && (
        <EmptyState title={t(searchTerm ? 'bank.noneFound' : 'bank.empty')} drawing="search">
          {t(searchTerm ? 'bank.noneFoundText' : 'bank.emptyText')}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul className="list max-h-96 overflow-y-auto border-y border-line">
          {rows.map((question) => (
            <BankRow key={question.id} question={question} onPick={() => void pick.save(question)} />
          ))}
        </ul>
      )}
      {bank.data && bank.data.total > PAGE_SIZE && (
        <Pagination label={t('bank.title')} page={page} pageSize={PAGE_SIZE} total={bank.data.total} onPage={setPage} />
      )}
    </div>
  );
}

function BankRow({ question, onPick }: { question: BankQuestion; onPick: () => void }) {
  const { t } = useTranslation('quizzes');
  const written = useContentAttributes();
  const Icon = questionIcons[question.kind];
  const places = [question.courses.title, question.quizzes?.lessons.title, ...question.tags].filter(Boolean);
  return (
    <li className="list-row ps-1 pe-1">
      <Icon aria-label={t(`kind.${question.kind}`)} role="img" className="size-4 flex-none text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2" {...written}>
          {question.prompt}
        </span>
        <span className="help block truncate" {...written}>
          {places.join(' · ')}
        </span>
      </span>
      <Button size="sm" icon={Plus} aria-label={t('bank.addNamed', { name: question.prompt })} onPress={onPick}>
        {t('bank.add')}
      </Button>
    </li>
  );
}
