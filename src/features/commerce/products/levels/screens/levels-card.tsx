import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { CheckboxGroup } from '#ui/fields/choice.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { Card } from '#ui/layout/section.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import type { CourseChoice } from '../../data.ts';
import { type LevelValues, MAX_LEVELS } from '../rules.ts';

type LevelsCardProps = {
  levels: LevelValues[];
  /** The courses that the membership opens. */
  courses: readonly CourseChoice[];
  onChange: (levels: LevelValues[]) => void;
  onBlur: () => void;
  error: string | undefined;
};

/** The levels of a membership from the lowest up: a list, and the fields of the one that is open. */
export function LevelsCard({ levels, courses, onChange, onBlur, error }: LevelsCardProps) {
  const { t } = useTranslation('products');
  const [chosenId, setChosenId] = useState('');
  const open = levels.find(({ id }) => id === chosenId) ?? levels[0];
  const nameOf = ({ name }: LevelValues) => name || t('levels.new');
  const add = () => {
    const level = { id: crypto.randomUUID(), name: '', description: '', courses: [] };
    onChange([...levels, level]);
    setChosenId(level.id);
  };
  return (
    <Card title={t('levels.title')}>
      <div className="grid gap-4">
        <p className="help">{t('levels.help')}</p>
        {levels.length > 1 ? (
          <SortableList
            label={t('levels.title')}
            items={levels}
            itemName={nameOf}
            onReorder={onChange}
            onOpen={({ id }) => setChosenId(id)}
          >
            {(level) => <span className={level.id === open?.id ? 'font-semibold' : undefined}>{nameOf(level)}</span>}
          </SortableList>
        ) : null}
        {open ? (
          <LevelFields
            key={open.id}
            level={open}
            isLowest={open === levels[0]}
            // A course is open from one level on.
            courses={courses.filter(({ id }) => levels.every((level) => level === open || !level.courses.includes(id)))}
            onChange={(changes) => onChange(levels.map((level) => (level === open ? { ...level, ...changes } : level)))}
            onBlur={onBlur}
            error={open.name.trim() === '' ? error : undefined}
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button icon={Plus} isDisabled={levels.length >= MAX_LEVELS} onPress={add}>
            {t('levels.add')}
          </Button>
          {open ? (
            <Button variant="quiet" icon={Trash2} onPress={() => onChange(levels.filter((level) => level !== open))}>
              {t('levels.remove')}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

type LevelFieldsProps = {
  level: LevelValues;
  isLowest: boolean;
  courses: readonly CourseChoice[];
  onChange: (changes: Partial<LevelValues>) => void;
  onBlur: () => void;
  error: string | undefined;
};

function LevelFields({ level, isLowest, courses, onChange, onBlur, error }: LevelFieldsProps) {
  const { t } = useTranslation('products');
  return (
    <>
      <TextField
        label={t('levels.name')}
        maxLength={60}
        isRequired
        value={level.name}
        onChange={(name) => onChange({ name })}
        onBlur={onBlur}
        errorMessage={error}
      />
      <TextArea
        label={t('levels.description')}
        maxLength={300}
        rows={2}
        isOptional
        value={level.description}
        onChange={(description) => onChange({ description })}
      />
      {isLowest ? <p className="help">{t('levels.coursesHelp')}</p> : null}
      {courses.length > 0 && !isLowest ? (
        <CheckboxGroup
          label={t('levels.courses')}
          value={level.courses}
          onChange={(ids) => onChange({ courses: ids })}
          options={courses.map(({ id, title, language }) => ({
            id,
            label: (
              <ContentText isApart language={language}>
                {title}
              </ContentText>
            ),
          }))}
          isVertical
        />
      ) : null}
    </>
  );
}
