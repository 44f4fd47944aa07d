import { Archive, Copy, Eye, Pencil, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Card } from '../layout/section.tsx';
import { ConfirmDialog, Dialog } from '../overlays/dialog.tsx';
import { MenuButton } from '../overlays/menu.tsx';
import { Menu } from '../overlays/menu-content.tsx';
import type { MenuGroup } from '../overlays/menu-groups.ts';
import { Popover } from '../overlays/popover.tsx';
import { SidePanel } from '../overlays/side-panel.tsx';
import { showError, showToast } from '../overlays/toaster.tsx';
import { useCommandKey } from '../palette/command-key.ts';
import type { CommandGroup } from '../palette/command-match.ts';
import { CommandPalette } from '../palette/command-palette.tsx';

const groups: MenuGroup[] = [
  {
    id: 'work',
    items: [
      { id: 'edit', label: 'Edit course', icon: Pencil, shortcut: 'E' },
      { id: 'copy', label: 'Duplicate', icon: Copy, shortcut: 'D' },
      { id: 'view', label: 'Preview as student', icon: Eye },
    ],
  },
  {
    id: 'end',
    items: [
      { id: 'archive', label: 'Archive', icon: Archive, isDisabled: true },
      { id: 'delete', label: 'Delete course', icon: Trash2, isDanger: true },
    ],
  },
];

export function OverlaysPart() {
  return (
    <>
      <Card title="Menu" sentence="Grouped by what it changes; the dangerous one last.">
        <div className="row items-start gap-4">
          <div className="pop">
            <Menu label="Course" groups={groups} />
          </div>
          <MenuButton label="Course" groups={groups} trigger={<Button>Open menu</Button>} />
        </div>
      </Card>
      <Card title="Overlays" sentence="Dialogs for decisions, panels for a quick look, toasts for what can be undone.">
        <div className="row flex-wrap">
          <RenameDialog />
          <DeleteConfirmation />
          <LessonPanel />
          <Popover label="About this number" trigger={<Button>Open popover</Button>}>
            Completions are counted once a student has passed the last quiz.
          </Popover>
          <Palette />
          <ToastButtons />
        </div>
      </Card>
    </>
  );
}

function RenameDialog() {
  return (
    <Dialog
      title="Rename section"
      trigger={<Button>Open dialog</Button>}
      footer={(close) => (
        <>
          <Button onPress={close}>Keep name</Button>
          <Button variant="primary" onPress={close}>
            Rename section
          </Button>
        </>
      )}
    >
      <TextField label="Name" defaultValue="What light does" />
    </Dialog>
  );
}

function DeleteConfirmation() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open confirmation</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Delete “Darkroom printing”?"
        confirmLabel="Delete course"
        cancelLabel="Keep course"
        typeToConfirm={{ label: 'Type the course title to confirm', text: 'Darkroom printing' }}
        onConfirm={() => {
          showToast('“Darkroom printing” is deleted.');
        }}
      >
        Its 18 lessons and 4 quizzes go with it. The 37 students keep their certificates. This cannot be undone after 30
        days.
      </ConfirmDialog>
    </>
  );
}

function LessonPanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open panel</Button>
      <SidePanel
        title="Reading a histogram"
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={<Button variant="primary">Save lesson</Button>}
      >
        <TextField label="Lesson title" defaultValue="Reading a histogram" />
      </SidePanel>
    </>
  );
}

const commands: CommandGroup[] = [
  {
    id: 'go',
    title: 'Go to',
    commands: [{ id: 'grades', label: 'Gradebook', icon: Table2, note: 'Instructor', href: '/grades' }],
  },
  {
    id: 'courses',
    title: 'Courses',
    commands: [{ id: 'grading', label: 'Colour grading for stills', href: '/grading' }],
  },
];

function Palette() {
  const [isOpen, setOpen] = useState(false);
  useCommandKey(() => setOpen(true));
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open palette</Button>
      <CommandPalette isOpen={isOpen} onOpenChange={setOpen} groups={commands} />
    </>
  );
}

function ToastButtons() {
  return (
    <>
      <Button
        onPress={() =>
          showToast('“Macro botany” is archived.', {
            icon: Archive,
            action: { label: 'Undo', onAction: () => showToast('It is back.') },
          })
        }
      >
        Show toast
      </Button>
      <Button
        onPress={() =>
          showError('The picture was not uploaded: the library is full.', {
            label: 'Free space',
            onAction: () => undefined,
          })
        }
      >
        Show problem
      </Button>
    </>
  );
}
