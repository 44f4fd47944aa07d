import { useState } from 'react';
import { Checkbox, CheckboxGroup, RadioGroup, Switch } from '../fields/choice.tsx';
import { ColorField } from '../fields/color-field.tsx';
import { DateField, DatePicker } from '../fields/date-field.tsx';
import { FileField, UploadRow } from '../fields/file-field.tsx';
import { Form } from '../fields/form.tsx';
import { MoneyField } from '../fields/money-field.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { SaveBar, UnsavedGuard } from '../fields/save-bar.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { ComboBox, Select } from '../fields/select.tsx';
import { TextArea, TextField } from '../fields/text-field.tsx';
import { useDraft } from '../fields/use-draft.ts';
import { Card } from '../layout/section.tsx';

const levels = [
  { id: 'first', label: 'First steps' },
  { id: 'working', label: 'Working knowledge' },
  { id: 'deep', label: 'Deep water', isDisabled: true },
];
const categories = [
  { id: 'micro', label: 'Microscopy', description: 'Cells, crystals, insects' },
  { id: 'microphoto', label: 'Microphotography' },
  { id: 'night', label: 'Night sky' },
];
const saved = {
  title: 'Light and exposure',
  slug: 'light-and-exposure',
  price: 8_900 as number | null,
  seats: 12 as number | null,
  level: 'working',
  isPublic: true,
  starts: '2026-04-01' as string | null,
  colour: '#0b5563',
  notes: '',
};

export function FieldsPart() {
  const draft = useDraft({
    saved,
    labels: {
      title: 'title',
      slug: 'address',
      price: 'price',
      seats: 'seats',
      level: 'level',
      isPublic: 'visibility',
      starts: 'start',
      colour: 'colour',
      notes: 'notes',
    },
    validate: (values) => ({ title: values.title.trim() ? undefined : 'A course needs a title.' }),
  });
  return (
    <>
      <Card title="Fields" sentence="Label above, help under, the error where it happened.">
        <Form label="Course" onSubmit={() => draft.check() && draft.accept()}>
          <UnsavedGuard changed={draft.changed} />
          <div className="form-cols">
            <TextField label="Course title" description="Shown in the catalogue" isRequired {...draft.field('title')} />
            <TextField label="Address" prefix="/course/" {...draft.field('slug')} />
            <TextField label="Coupon" defaultValue="SUMMER25" errorMessage="This coupon ended on 31 August." />
            <TextField label="Coupon code" defaultValue="WINTER20" isValid description="20% off, applied" />
            <TextField label="Password" type="password" defaultValue="secret" isOptional />
            <TextField label="Owner" defaultValue="Helena Lindqvist" isDisabled />
            <NumberField label="Seats" maxValue={500} hasSteps {...draft.field('seats')} />
            <MoneyField label="Price" currency="EUR" {...draft.field('price')} />
            <Select label="Level" options={levels} {...draft.field('level')} />
            <ComboBox label="Category" options={categories} placeholder="Type to find one" />
            <DatePicker label="Starts on" {...draft.field('starts')} />
            <DateField label="Born on" isOptional />
            <ColorField label="Accent" presets={['#0b5563', '#b3261e', '#f2b84b']} {...draft.field('colour')} />
            <SearchField label="Find a lesson" />
          </div>
          <TextArea label="Notes" placeholder="What students should bring" maxLength={400} {...draft.field('notes')} />
          <SaveBar changed={draft.changed} onDiscard={draft.discard} saveLabel="Save course" />
        </Form>
      </Card>
      <Choices />
    </>
  );
}

function Choices() {
  const [isOn, setOn] = useState(true);
  const [files, setFiles] = useState([{ name: 'Orion stack, 40 frames.tif', size: 432_013_312, percent: 64 }]);
  return (
    <Card title="Choices and files">
      <div className="grid gap-4">
        <div className="row flex-wrap gap-4">
          <Checkbox defaultSelected>Send a receipt</Checkbox>
          <Checkbox>Gift wrap</Checkbox>
          <Checkbox isIndeterminate>Some lessons</Checkbox>
          <Checkbox isDisabled>Not now</Checkbox>
        </div>
        <CheckboxGroup
          label="Remind by"
          defaultValue={['mail']}
          options={[
            { id: 'mail', label: 'E-mail' },
            { id: 'push', label: 'Push' },
          ]}
        />
        <RadioGroup
          label="Payment"
          defaultValue="card"
          options={[
            { id: 'card', label: 'Card' },
            { id: 'invoice', label: 'Invoice', description: 'Within 14 days' },
          ]}
        />
        <Switch isAtEnd isSelected={isOn} onChange={setOn} description="Anyone can watch it on the course page">
          Free preview
        </Switch>
        <Switch isDisabled>Discussion</Switch>
        <FileField
          label="Attachments"
          accept={['image/*', '.pdf']}
          maxSize={20 * 1024 ** 2}
          onFiles={(list) => setFiles(list.map(({ name, size }) => ({ name, size, percent: 100 })))}
          description="Pictures and PDF, up to 20 MB each"
        />
        <div>
          {files.map((file) => (
            <UploadRow key={file.name} {...file} onRemove={() => setFiles([])} />
          ))}
          <UploadRow name="Herbarium plate 7.png" size={1_204_000} percent={100} onRemove={() => undefined} />
          <UploadRow
            name="Tray, second bath.mov"
            size={1_604_000_000}
            percent={22}
            problem="Larger than 1 GB"
            onRemove={() => undefined}
          />
        </div>
      </div>
    </Card>
  );
}
