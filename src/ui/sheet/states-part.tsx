import { Plus } from 'lucide-react';
import { Button } from '../buttons/button.tsx';
import { TextLink } from '../buttons/link.tsx';
import { SkeletonList, SkeletonText } from '../display/skeleton.tsx';
import { EmptyState, ErrorState, Note } from '../display/states.tsx';
import { Card } from '../layout/section.tsx';
import { DataTable } from '../table/data-table.tsx';
import { useTableState } from '../table/table-state.ts';

export function StatesPart() {
  return (
    <>
      <Card title="Loading" isBare>
        <SkeletonList rows={4} />
      </Card>
      <LoadingTable />
      <NoQuizzes />
      <Card title="Error">
        <ErrorState onRetry={() => undefined} actions={<Button variant="quiet">Copy details</Button>}>
          The server did not answer within ten seconds. Your filters are kept.
        </ErrorState>
      </Card>
      <Card title="Empty, all done">
        <EmptyState
          title="You have answered everyone"
          drawing="letters"
          actions={<TextLink href="/answered">See answered questions</TextLink>}
        >
          New questions from your students appear here, and in your inbox at 18:00.
        </EmptyState>
      </Card>
      <Card title="Not allowed">
        <EmptyState
          title="This room is for instructors"
          drawing="house"
          actions={<Button variant="primary">Back to my dashboard</Button>}
        >
          You are signed in as a student. Helena Lindqvist or any site owner can change that.
        </EmptyState>
      </Card>
      <Notes />
    </>
  );
}

function LoadingTable() {
  const state = useTableState({ pageSize: 3 });
  return (
    <Card title="Loading, a table" isBare>
      <DataTable
        label="Orders"
        columns={[
          { id: 'order', label: 'Order', cell: () => null },
          { id: 'total', label: 'Total', isEnd: true, cell: () => null },
        ]}
        rows={undefined}
        rowId={() => ''}
        rowName={() => ''}
        state={state}
        empty={null}
      />
      <div className="p-4">
        <SkeletonText />
      </div>
    </Card>
  );
}

function NoQuizzes() {
  return (
    <Card title="Empty, first time">
      <EmptyState
        title="No quizzes yet"
        actions={
          <>
            <Button variant="primary" icon={Plus}>
              Write first quiz
            </Button>
            <Button variant="quiet">Import from a file</Button>
          </>
        }
      >
        A quiz checks what a lesson taught. Questions live in a bank, so you write each one once.
      </EmptyState>
    </Card>
  );
}

function Notes() {
  return (
    <Card title="Notes" className="lg:col-span-2">
      <div className="grid gap-3">
        <Note tone="offline">
          <b>You are offline.</b> 3 changes wait on this device and are sent when you are back.
        </Note>
        <Note tone="error">
          <b>Two fields need a look.</b> Price and start date.
        </Note>
        <Note tone="success" action={<TextLink href="/course">View course</TextLink>}>
          <b>Course published.</b> 1,204 students were told.
        </Note>
        <Note tone="warning">The certificate ends in 12 days.</Note>
      </div>
    </Card>
  );
}
