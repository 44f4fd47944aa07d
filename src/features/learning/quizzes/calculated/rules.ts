import {
  type NumericKey,
  numericProblems,
  type QuestionOption,
  type QuestionParts,
  type TypeProblem,
  type Values,
  type Variable,
} from '../question-types/rules.ts';

/** A number, a variable in braces, or an operation on what came before it. */
export type Step = number | string;
/** The formula as its author writes it and as steps; on the paper of an attempt with what it comes to. */
export type CalculatedKey = Omit<NumericKey, 'value'> & { formula: string; steps: readonly Step[]; value?: number };

export const MAX_VARIABLES = 10;
export const MAX_FORMULA_LENGTH = 500;
const MAX_STEPS = 300;
const MAX_VALUE = 1e9;
const SAMPLES = 100;

const unary: ReadonlySet<string> = new Set(['sqrt', 'sin', 'cos', 'tan', 'log', 'ln', 'exp', 'abs']);
/** Two operands, or more for the least and the greatest. */
const binary: ReadonlyMap<string, string> = new Map([
  ['min', 'min'],
  ['max', 'max'],
  ['pow', '^'],
  ['round', 'round'],
]);

type FormulaProblem = 'formulaSyntax' | 'formulaName' | 'formulaBraces';

/** Why a formula can't be read: a sign that does not fit, a name that is unknown or lacks its braces; `text` is where. */
export class FormulaError extends Error {
  readonly problem: FormulaProblem;
  readonly text: string;
  constructor(problem: FormulaProblem, text: string) {
    super(`${problem}: ${text}`);
    this.problem = problem;
    this.text = text;
  }
}

const TOKEN = /\s*(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\{\w*\}|[a-zA-Z]\w*|\S)/gy;

/** Reads a formula from left to right: sums of products of powers, each of them one method. */
class FormulaReader {
  private readonly tokens: string[];
  private readonly names: ReadonlySet<string>;
  private at = 0;
  readonly steps: Step[] = [];

  constructor(formula: string, names: Iterable<string>) {
    this.tokens = [...formula.matchAll(TOKEN)].map(([, token = '']) => token.replace(/^[×·]$/, '*').replace('−', '-'));
    this.names = new Set(names);
  }

  read(): readonly Step[] {
    this.sum();
    if (this.at < this.tokens.length) throw this.unexpected();
    return this.steps;
  }

  private unexpected() {
    const token = this.tokens[this.at] ?? '…';
    return this.bareVariable(token) ?? new FormulaError('formulaSyntax', token);
  }
  /** A variable without its braces, as in 2x: the message says how it is written. */
  private bareVariable(token: string) {
    const name = token.toLowerCase();
    return this.names.has(name) ? new FormulaError('formulaBraces', `{${name}}`) : undefined;
  }
  private takes(...signs: string[]): string | undefined {
    const token = this.tokens[this.at];
    if (token === undefined || !signs.includes(token)) return undefined;
    this.at += 1;
    return token;
  }
  private expect(sign: string) {
    if (!this.takes(sign)) throw this.unexpected();
  }

  private sum() {
    this.product();
    for (let sign = this.takes('+', '-'); sign; sign = this.takes('+', '-')) {
      this.product();
      this.steps.push(sign);
    }
  }
  private product() {
    this.signed();
    for (let sign = this.takes('*', '/'); sign; sign = this.takes('*', '/')) {
      this.signed();
      this.steps.push(sign);
    }
  }
  private signed() {
    if (this.takes('+')) this.signed();
    else if (this.takes('-')) {
      this.signed();
      this.steps.push('neg');
    } else this.power();
  }
  /** A power binds to the right, and its exponent may have a sign: 2^-3^2. */
  private power() {
    this.single();
    if (!this.takes('^')) return;
    this.signed();
    this.steps.push('^');
  }
  private single() {
    if (this.takes('(')) {
      this.sum();
      this.expect(')');
      return;
    }
    const token = this.tokens[this.at];
    if (token === undefined || !/^[\w.{]/.test(token)) throw this.unexpected();
    this.at += 1;
    if (/^[\d.]/.test(token)) {
      this.steps.push(Number(token));
      return;
    }
    if (token.startsWith('{')) {
      if (!this.names.has(token.slice(1, -1))) throw new FormulaError('formulaName', token);
      this.steps.push(token);
      return;
    }
    this.called(token.toLowerCase());
  }
  private called(name: string) {
    if (name === 'pi') {
      this.steps.push(Math.PI);
      if (this.takes('(')) this.expect(')');
      return;
    }
    const step = unary.has(name) ? name : binary.get(name);
    if (step === undefined) throw this.bareVariable(name) ?? new FormulaError('formulaName', name);
    this.expect('(');
    this.sum();
    if (unary.has(name)) this.steps.push(step);
    // Without decimals it rounds to whole numbers.
    else if (step === 'round' && this.tokens[this.at] === ')') this.steps.push(0, step);
    else
      do {
        this.expect(',');
        this.sum();
        this.steps.push(step);
      } while ((step === 'min' || step === 'max') && this.tokens[this.at] === ',');
    this.expect(')');
  }
}

/** The steps of a formula. @throws {FormulaError} */
export function parseFormula(formula: string, names: Iterable<string>): readonly Step[] {
  return new FormulaReader(formula, names).read();
}

/** The steps of a formula; none where it can't be read. */
export function stepsOf(formula: string, names: Iterable<string>): readonly Step[] {
  try {
    return parseFormula(formula, names);
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

const rounded = (value: number, decimals: number) => {
  const power = 10 ** Math.trunc(decimals);
  // By 15 digits, as the database rounds: 2.675 is 2.68.
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * power).toPrecision(15)))) / power;
};

const operations: ReadonlyMap<string, (a: number, b: number) => number> = new Map(
  Object.entries({
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
    '^': (a: number, b: number) => a ** b,
    min: Math.min,
    max: Math.max,
    round: rounded,
    neg: (a: number) => -a,
    sqrt: Math.sqrt,
    sin: Math.sin,
    cos: Math.cos,
    tan: Math.tan,
    log: Math.log10,
    ln: Math.log,
    exp: Math.exp,
    abs: Math.abs,
  }),
);

/** What a formula comes to, or why it is no number. */
export type Outcome = { value: number } | { problem: 'dividesByZero' | 'noNumber' };

/** What the steps of a formula come to; the database grades by `private.formula_value`, which does the same. */
export function evaluate(steps: readonly Step[], values: Values): Outcome {
  const stack: number[] = [];
  for (const step of steps) {
    if (typeof step === 'number') stack.push(step);
    else if (step.startsWith('{')) stack.push(values[step.slice(1, -1)] ?? Number.NaN);
    else {
      const isUnary = step === 'neg' || unary.has(step);
      const b = isUnary ? 0 : (stack.pop() ?? Number.NaN);
      const a = stack.pop() ?? Number.NaN;
      if (step === '/' && b === 0) return { problem: 'dividesByZero' };
      stack.push(operations.get(step)?.(a, b) ?? Number.NaN);
    }
    if (!Number.isFinite(stack.at(-1))) return { problem: 'noNumber' };
  }
  const [value = Number.NaN] = stack;
  // To 15 digits: three times 0.1 is 0.3.
  return stack.length === 1 && Math.abs(value) < 1e15
    ? { value: Number(value.toPrecision(15)) }
    : { problem: 'noNumber' };
}

const valueAt = ({ min, max, decimals }: Variable, share: number) => rounded(min + share * (max - min), decimals);

/** Values to try a formula with: both ends of the ranges, then places spread over them, as in `private.has_values`. */
export function samplesOf(variables: readonly Variable[], count = SAMPLES): Values[] {
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(
      variables.map((variable, at) => {
        const spread = n * Math.sqrt(at + 1.5);
        return [variable.name, valueAt(variable, n < 2 ? n : spread - Math.floor(spread))];
      }),
    ),
  );
}

/** The first values for which a formula is no number. */
export function gapOf(variables: readonly Variable[], steps: readonly Step[]): Values | undefined {
  return samplesOf(variables).find((values) => 'problem' in evaluate(steps, values));
}

const isVariable = ({ name, min, max, decimals }: Variable) =>
  /^[a-z][a-z0-9_]{0,15}$/.test(name) &&
  Number.isFinite(min) &&
  Number.isFinite(max) &&
  min <= max &&
  Math.max(Math.abs(min), Math.abs(max)) <= MAX_VALUE &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= 6;

export function calculatedProblems(
  { variables = [] }: QuestionParts,
  options: readonly QuestionOption[],
  key: CalculatedKey | null,
): TypeProblem[] {
  const problems = numericProblems(options, key && { ...key, value: 0 });
  const names = variables.map(({ name }) => name);
  const isFine = variables.every(isVariable) && new Set(names).size === names.length;
  if (variables.length === 0 || variables.length > MAX_VARIABLES || !isFine) problems.push('variables');
  const steps = stepsOf(key?.formula ?? '', names);
  if (steps.length === 0 || steps.length > MAX_STEPS || (key?.formula ?? '').length > MAX_FORMULA_LENGTH)
    problems.push('formula');
  else if (isFine && gapOf(variables, steps)) problems.push('formulaValue');
  return problems;
}

/** A question with its formula read anew: after its text or the names of its variables have changed. */
export function withSteps(key: CalculatedKey, variables: readonly Variable[]): CalculatedKey {
  return {
    ...key,
    steps: stepsOf(
      key.formula,
      variables.map(({ name }) => name),
    ),
  };
}

/** A formula in the language of Moodle, whose `log` is the natural one. */
export function formulaForMoodle(steps: readonly Step[]): string {
  const stack: string[] = [];
  for (const step of steps) {
    if (typeof step === 'number') stack.push(step === Math.PI ? 'pi()' : String(step));
    else if (step.startsWith('{')) stack.push(step);
    else {
      const b = stack.pop() ?? '';
      if (step === 'neg') stack.push(`(-${b})`);
      else if (unary.has(step)) stack.push(`${step === 'log' ? 'log10' : step === 'ln' ? 'log' : step}(${b})`);
      else if (binary.has(step)) stack.push(`${step}(${stack.pop()}, ${b})`);
      else stack.push(step === '^' ? `pow(${stack.pop()}, ${b})` : `(${stack.pop()} ${step} ${b})`);
    }
  }
  return stack[0] ?? '';
}

/** A text with its variables as ours are named; other braces stay. */
export function withSmallNames(text: string, names: readonly string[]): string {
  return text.replace(/\{\w+\}/g, (all) => (names.includes(all.slice(1, -1).toLowerCase()) ? all.toLowerCase() : all));
}

/** A formula of Moodle in ours. */
export function formulaOfMoodle(formula: string): string {
  const names: Record<string, string> = { log: 'ln', log10: 'log' };
  return formula
    .replace(/\b(log10|log)(?=\s*\()/g, (name) => names[name] ?? name)
    .replaceAll('**', '^')
    .replace(/^\s*=/, '');
}
