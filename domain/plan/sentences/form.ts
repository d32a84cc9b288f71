// How a kind of block is said in English, as data: words, and slots for what the step holds. Each kind says
// its own (blocks/<kind>.ts); policies.ts says what steps of every kind may have. Two read it: explain
// (language/planner/explain), in friendly words, and the notation (language/notation), exactly.
import type { Json } from '../../json.ts'

/** Without the full stop. It is said where the fields that it needs are given. */
export type Sentence<Form extends string = SlotForm> = readonly Part<Form>[]

export type Part<Form extends string = SlotForm> = string | Slot<Form> | Saying | Option<Form>

/** What a field holds. */
export interface Slot<Form extends string = SlotForm> {
  readonly slot: string
  readonly as: Form
  /** What a step has without the field. The slot is then no reason to leave the sentence out. */
  readonly usual?: Json
}

/** Words that stand for a value of a field, by the value; for others nothing is said. */
export interface Saying {
  readonly slot: string
  readonly says: { readonly [value: string]: string }
  /** What a step has without the field: friendly words say it, too. */
  readonly usual?: string
}

/** Said where the field is given. */
export interface Option<Form extends string = SlotForm> {
  readonly given: string
  readonly say: readonly Part<Form>[]
  /** Where it is not. */
  readonly otherwise?: readonly Part<Form>[]
}

/** What a slot holds, which decides about its words. */
export type SlotForm =
  /** An argument: a constant, a text, an expression, a secret. */
  | 'value'
  /** What a workflow gives in the end. */
  | 'result'
  /** Unix ms or ISO 8601. */
  | 'moment'
  /** CEL. */
  | 'expression'
  /** CEL that is true or false. */
  | 'condition'
  /** Arguments by their names. */
  | 'pairs'
  /** The same of a tool, whose names are words. */
  | 'arguments'
  /** The tool that a step calls, with its server. */
  | 'tool'
  /** Offered names of tools. */
  | 'tools'
  /** The step's own name. */
  | 'name'
  /** A word that is an identifier. */
  | 'word'
  | 'ids'
  /** A constant text. */
  | 'text'
  /** The name of something else: of a model. */
  | 'code'
  | 'javascript'
  | 'schema'
  | 'count'
  | 'duration'
  /** `assignees` and `assigneesFrom`. */
  | 'people'
  /** Texts, or CEL that gives them. */
  | 'choices'

/** Sentences about an object of a step, in which their slots are looked up. */
export interface Within<Form extends string = SlotForm> {
  readonly within: string
  readonly sentences: Sentences<Form>
}

export type Sentences<Form extends string = SlotForm> = readonly (Sentence<Form> | Within<Form>)[]

/** All that a kind says of its steps. */
export interface SentenceForm {
  /** What the step does. Ends in a colon where steps stand below it. */
  readonly says: Sentence
  /** The same as the notation says it, where friendly words are not exact. */
  readonly notation?: Sentence
  /** By name: friendlier words of explain, for those steps for which it has some. */
  readonly friendly?: 'kept items'
  /** Of its optional fields. */
  readonly further?: Sentences
  /** The field whose first part `says` says, and whose steps stand directly below. Default: `steps`. */
  readonly leads?: string
  /** By the field with steps: the words over each list that does not stand directly below the step. */
  readonly lists?: { readonly [field: string]: ListForm }
  /** What explain calls a step with steps inside, when it says more of it afterwards. */
  readonly together?: string
}

export interface ListForm {
  readonly says: Sentence
  /** In explain: items beside the step, or below it. A list of one step needs no words below. */
  readonly stands: 'beside' | 'below'
}
