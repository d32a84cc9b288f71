// What stands above the steps of a plan, a sentence in each line: what starts it, what it is started with,
// what its result fits, how long it may take.
import type { Sentence, SentenceForm, Sentences } from '../../domain/plan/sentences/form.ts'
import type { StartKind } from '../../domain/work/starts/said-starts.ts'
import type { NotationForm } from './slots.ts'
import { timesWords } from './values/times.ts'

export interface StartForm {
  /** Where the first words alone do not tell it from others. */
  readonly opensWith?: readonly string[]
  readonly says: Sentence<NotationForm>
  readonly further: Sentences<NotationForm>
}

/** Absent: 1, as in a plan. */
export const versionForm: SentenceForm['says'] = [
  'This is version ',
  { slot: 'irVersion', as: 'count' },
  ' of the plan language',
]

/** Of a plan that says that nothing starts it. */
export const startless = 'Start by hand alone'

export const startForms: { readonly [Kind in StartKind]: StartForm } = {
  schedule: {
    opensWith: timesWords.map(words => `Start ${words}`),
    says: ['Start ', { slot: 'cron', as: 'times' }, ' in ', { slot: 'timezone', as: 'zone' }],
    further: [
      ['Of the weeks one in ', { slot: 'everyWeeks', as: 'count' }, ' counts'],
      ['Of the days one in ', { slot: 'everyDays', as: 'count' }, ' counts'],
      ['They count from ', { slot: 'from', as: 'text' }, ' on'],
      [
        {
          slot: 'overlap',
          says: {
            skip: 'A time that comes while it runs is skipped',
            queue: 'A time that comes while it runs has to wait',
            allow: 'A time that comes while it runs starts it, too',
          },
        },
      ],
      [
        {
          slot: 'missed',
          says: {
            last: 'Of missed times the last is made up for',
            all: 'Missed times are all made up for',
            none: 'Missed times are left out',
          },
        },
      ],
      ['Its inputs are ', { slot: 'inputs', as: 'schema' }],
      [{ slot: 'enabled', says: { true: 'It is switched on', false: 'It is switched off' } }],
    ],
  },
  hook: {
    says: ['Start when the hook of this workflow is called'],
    further: [
      ['Its inputs are ', { slot: 'inputs', as: 'formulas' }],
      {
        within: 'deduplication',
        sentences: [
          ['Calls with the same header ', { slot: 'header', as: 'text' }, ' count once'],
          ['Calls with the same ', { slot: 'expression', as: 'expression' }, ' count once'],
        ],
      },
    ],
  },
  completion: {
    says: [
      'Start when an execution of the workflow ',
      { slot: 'workflow', as: 'text' },
      {
        given: 'on',
        say: [{ slot: 'on', says: { completed: ' is completed', failed: ' fails', both: ' ends' } }],
        otherwise: [' completes'],
      },
    ],
    further: [
      ['Its id is ', { slot: 'workflowId', as: 'text' }],
      ['Its inputs are ', { slot: 'inputs', as: 'formulas' }],
    ],
  },
}

const calling: Sentence = ['Call it ', { slot: 'id', as: 'name' }]

/** Of a start, after what it is. */
export const startNaming: Sentences = [calling]

/** Of a step, after what it does. */
export const naming: Sentences = [calling, ['Titled ', { slot: 'title', as: 'text' }]]

export const planForms: Sentences = [
  ['The inputs are ', { slot: 'inputs', as: 'schema' }],
  ['The result is of the form ', { slot: 'outputSchema', as: 'schema' }],
  {
    within: 'deadline',
    sentences: [
      [
        'The whole run may take ',
        { slot: 'ms', as: 'duration' },
        ' at most',
        {
          slot: 'excludeWaiting',
          says: { true: '; pauses do not count', false: '; pauses count, too' },
        },
      ],
    ],
  },
]
