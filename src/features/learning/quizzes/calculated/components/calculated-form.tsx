import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { TableScroll } from '#ui/table/table-scroll.tsx';
import { useRemovalFocus } from '../../components/use-removal-focus.ts';
import { DecimalField } from '../../question-types/components/decimal-field.tsx';
import { Units } from '../../question-types/components/numeric-question.tsx';
import type { TypeFormProps } from '../../question-types/components/type-props.ts';
import type { Values, Variable } from '../../question-types/rules.ts';
import { keyAs } from '../../rules.ts';
import {
  type CalculatedKey,
  evaluate,
  FormulaError,
  gapOf,
  MAX_FORMULA_LENGTH,
  MAX_VARIABLES,
  parseFormula,
  samplesOf,
  withSteps,
} from '../rules.ts';

const blankKey: CalculatedKey = { formula: '', steps: [], tolerance: 0, is_percent: false, factors: {} };
const EXAMPLES = 5;

/** A formula of variables with their ranges, and what it comes to for some of their values. */
export function CalculatedForm({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const key = keyAs('calculated', question) ?? blankKey;
  const { variables = [] } = question.parts;
  const set = (next: Partial<CalculatedKey>, nextVariables: readonly Variable[] = variables) =>
    onChange({
      ...question,
      parts: { variables: nextVariables },
      answer: withSteps({ ...key, ...next }, nextVariables),
    });
  const problem = useFormulaProblem(variables, key);
  return (
    <div className="grid gap-4">
      <VariableRows variables={variables} error={error('variables')} onChange={(next) => set({}, next)} />
      <TextField
        label={t('form.formula')}
        description={t('form.formulaHelp')}
        value={key.formula}
        maxLength={MAX_FORMULA_LENGTH}
        dir="ltr"
        autoComplete="off"
        spellCheck="false"
        errorMessage={problem ?? error('formula', 'formulaValue')}
        onChange={(formula) => set({ formula })}
      />
      {key.steps.length > 0 && <Examples variables={variables} formula={key} />}
      <DecimalField
        label={t('form.tolerance')}
        suffix={key.is_percent ? '%' : undefined}
        minValue={0}
        fallback={0}
        value={key.tolerance}
        errorMessage={error('number')}
        onChange={(tolerance) => set({ tolerance: tolerance ?? 0 })}
      />
      <Switch isSelected={key.is_percent} onChange={(is_percent) => set({ is_percent })}>
        {t('form.toleranceIsPercent')}
      </Switch>
      <Units question={question} error={error} onChange={onChange} />
    </div>
  );
}

/** Why a formula that was begun can't be used, in a sentence. */
function useFormulaProblem(variables: readonly Variable[], { formula, steps }: CalculatedKey): string | undefined {
  const { t } = useTranslation('quizzes');
  const words = useValueWords();
  if (formula.trim() === '') return undefined;
  try {
    parseFormula(
      formula,
      variables.map(({ name }) => name),
    );
  } catch (error) {
    if (error instanceof FormulaError) return t(`form.${error.problem}`, { text: error.text });
    throw error;
  }
  const values = gapOf(variables, steps);
  const outcome = values && evaluate(steps, values);
  return outcome && 'problem' in outcome ? t(`form.${outcome.problem}`, { values: words(values) }) : undefined;
}

function useValueWords(): (values: Values) => string {
  const { locale } = useLocale();
  const format = numberFormat(locale, { maximumSignificantDigits: 15 });
  return (values) =>
    Object.entries(values)
      .map(([name, value]) => `${name} = ${format.format(value)}`)
      .join(', ');
}

function VariableRows({
  variables,
  error,
  onChange,
}: {
  variables: readonly Variable[];
  error: string | undefined;
  onChange: (variables: readonly Variable[]) => void;
}) {
  const { t } = useTranslation('quizzes');
  const { list, remove } = useRemovalFocus<HTMLFieldSetElement>();
  const free = [...'xyzabcdefghij'].find((name) => !variables.some((variable) => variable.name === name)) ?? 'x';
  return (
    <fieldset ref={list} className="@container grid gap-2">
      <legend className="field-label mb-1">{t('form.variables')}</legend>
      <p className="help">{t('form.variablesHelp')}</p>
      {variables.map((variable, at) => (
        <VariableRow
          // biome-ignore lint/suspicious/noArrayIndexKey: its name changes while it is typed
          key={at}
          variable={variable}
          number={at + 1}
          onChange={(next) => onChange(variables.with(at, next))}
          onRemove={() => remove(at, () => onChange(variables.toSpliced(at, 1)))}
        />
      ))}
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          isDisabled={variables.length >= MAX_VARIABLES}
          onPress={() => onChange([...variables, { name: free, min: 1, max: 10, decimals: 0 }])}
        >
          {t('form.addVariable')}
        </Button>
      </div>
    </fieldset>
  );
}

function VariableRow({
  variable,
  number,
  onChange,
  onRemove,
}: {
  variable: Variable;
  number: number;
  onChange: (variable: Variable) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('quizzes');
  const name = t('form.variable', { number });
  return (
    <div className="flex items-start gap-2">
      <span className="grid flex-1 grid-cols-2 items-start gap-2 @md:grid-cols-4">
        <TextField
          label={name}
          value={variable.name}
          maxLength={16}
          dir="ltr"
          autoComplete="off"
          onChange={(text) => onChange({ ...variable, name: text.trim().toLowerCase() })}
        />
        <DecimalField
          label={`${t('form.least')} ${number}`}
          value={variable.min}
          onChange={(min) => onChange({ ...variable, min: min ?? Number.NaN })}
        />
        <DecimalField
          label={`${t('form.most')} ${number}`}
          value={variable.max}
          onChange={(max) => onChange({ ...variable, max: max ?? Number.NaN })}
        />
        <NumberField
          label={`${t('form.decimals')} ${number}`}
          maxValue={6}
          fallback={0}
          value={variable.decimals}
          onChange={(decimals) => onChange({ ...variable, decimals })}
        />
      </span>
      <IconButton
        data-remove
        label={t('form.remove', { name })}
        icon={X}
        size="sm"
        className="mt-6"
        onPress={onRemove}
      />
    </div>
  );
}

/** Some values of the variables, and the answer to each. */
function Examples({ variables, formula }: { variables: readonly Variable[]; formula: CalculatedKey }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const format = numberFormat(locale, { maximumSignificantDigits: 10 });
  return (
    <TableScroll label={t('form.examples')}>
      <table className="tbl">
        <caption className="vh">{t('form.examples')}</caption>
        <thead>
          <tr>
            {variables.map(({ name }) => (
              <th key={name} scope="col" className="is-end">
                <bdi>{name}</bdi>
              </th>
            ))}
            <th scope="col" className="is-end">
              {t('form.exampleAnswer')}
            </th>
          </tr>
        </thead>
        <tbody>
          {samplesOf(variables, EXAMPLES).map((values, at) => {
            const outcome = evaluate(formula.steps, values);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: an example is its place
              <tr key={at}>
                {variables.map(({ name }) => (
                  <td key={name} className="num is-end">
                    {format.format(values[name] ?? 0)}
                  </td>
                ))}
                <td className="num is-end font-medium">{'value' in outcome ? format.format(outcome.value) : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}
