// What the rules of the grammar mean: terms over words, before anything is known of the tools or of what was
// said before. language/planner/meaning/ reads them.
import type { PromptSchedule, PromptTrigger } from '../../../domain/plan/plan.ts'

export type Span = readonly [number, number]

export type Np =
  | NounTerm
  | { readonly t: 'value'; readonly value: Value; readonly span: Span }
  | { readonly t: 'pronoun'; readonly word: string; readonly span: Span }
  | { readonly t: 'list'; readonly join: 'and' | 'or'; readonly items: readonly Np[]; readonly span: Span }
  | {
      readonly t: 'aggregate'
      readonly fn: Aggregate
      readonly of: Np
      readonly by: Np | null
      /** "the largest number of hours": of what is a figure itself, never a count. */
      readonly isFigure?: true
      readonly span: Span
    }
  | {
      readonly t: 'arithmetic'
      readonly op: '+' | '-' | '*' | '/' | '%+' | '%-' | '%of'
      readonly a: Np
      readonly b: Np
      readonly span: Span
    }
  /** How many of the whole the part is, from 0 to 100. */
  | { readonly t: 'share'; readonly part: Np; readonly whole: Np; readonly span: Span }
  | {
      readonly t: 'rounded'
      readonly np: Np
      readonly how: 'round' | 'floor' | 'ceil'
      readonly places: number
      readonly span: Span
    }
  | { readonly t: 'step'; readonly number: number; readonly span: Span }
  | {
      readonly t: 'dated'
      readonly base: Np
      readonly sign: 1 | -1
      readonly amount: Np
      readonly unit: string
      readonly span: Span
    }
  | { readonly t: 'span'; readonly from: Np; readonly to: Np; readonly unit: string; readonly span: Span }

export type Aggregate = 'count' | 'sum' | 'average' | 'min' | 'max'

export interface NounTerm {
  readonly t: 'noun'
  readonly det: Det | null
  readonly owner: Np | null
  readonly pre: readonly Pre[]
  readonly head: Head
  readonly post: readonly Post[]
  /** A figure is made of it. */
  readonly isSummed?: true
  readonly span: Span
}

export interface Head {
  /** In lower case, the last one in the singular. */
  readonly words: readonly string[]
  readonly isPlural: boolean
  /** A word of the lexicon. */
  readonly isKnown: boolean
}

export type Det =
  | 'the'
  | 'a'
  | 'all'
  | 'each'
  | 'no'
  | 'any'
  | 'these'
  | 'which'
  | 'same'
  | 'another'
  | 'both'

export type Pre =
  | { readonly p: 'adjective'; readonly words: string; readonly not?: boolean }
  | {
      readonly p: 'extreme'
      readonly word: string
      readonly count: number | null
      readonly hole?: string
      /** Words of the field that is measured, where they are said. */
      readonly by?: readonly string[]
    }
  | {
      readonly p: 'place'
      readonly index: number
      readonly end: 'first' | 'last'
      readonly count: number | null
      readonly hole?: string
    }
  | { readonly p: 'count'; readonly count: number }
  | { readonly p: 'distinct' }
  | { readonly p: 'rest' }
  | { readonly p: 'value'; readonly value: Value }
  | { readonly p: 'only' }
  /** Says nothing that restricts: "the new ticket". */
  | { readonly p: 'void' }

export type Post =
  | { readonly p: 'prep'; readonly prep: string; readonly np: Np }
  /** `isOfMany`: with a verb in the plural. */
  | { readonly p: 'where'; readonly pred: Pred; readonly isOfMany?: true }
  | { readonly p: 'value'; readonly value: Value }
  /** `leavesRest`: said as an order, so that "the rest" is what it leaves. */
  | { readonly p: 'except'; readonly np: Np; readonly leavesRest?: true }
  | { readonly p: 'exceptWhere'; readonly pred: Pred }
  | { readonly p: 'sort'; readonly keys: readonly SortKey[] }
  | { readonly p: 'by'; readonly np: Np }
  | { readonly p: 'distinct' }
  /** "the estimate in hours": the unit, a part of the field's name. */
  | { readonly p: 'unit'; readonly unit: string }
  /** "in upper case", "as YYYY-MM-DD", "rounded to 2 decimals" */
  | {
      readonly p: 'written'
      readonly how:
        | 'upper'
        | 'lower'
        | { readonly format: string }
        | { readonly places: number }
        | { readonly join: string }
        /** Each of one sign by the other. */
        | { readonly find: string; readonly put: string }
    }
  /**
   * "the customer who placed the order": of the order, in the role that the verb tells. `isPassive`: it was
   * done to that customer.
   */
  | { readonly p: 'role'; readonly verb: readonly string[]; readonly np: Np; readonly isPassive?: true }
  | { readonly p: 'named'; readonly name: string }
  /** What is asked by "when", "how much": it must be that. */
  | { readonly p: 'typed'; readonly kind: 'date' | 'number' }
  | { readonly p: 'fields'; readonly fields: readonly { readonly name: string; readonly np: Np }[] }
  | { readonly p: 'top'; readonly count: Np; readonly end: 'first' | 'last' }

export interface SortKey {
  /** Null with `word`, which names a measure: largest, oldest. */
  readonly np: Np | null
  readonly word: string | null
  readonly order: 'ascending' | 'descending' | null
}

export type Value =
  | { readonly v: 'text'; readonly text: string }
  | { readonly v: 'number'; readonly number: number; readonly currency: string | null; readonly text: string }
  | { readonly v: 'hole'; readonly source: string; readonly currency?: string | null }
  | { readonly v: 'id'; readonly text: string }
  | { readonly v: 'email'; readonly text: string }
  | { readonly v: 'url'; readonly text: string }
  | { readonly v: 'channel'; readonly text: string }
  | { readonly v: 'date'; readonly text: string }
  /** Of a day, as HH:MM. */
  | { readonly v: 'clock'; readonly text: string }
  | { readonly v: 'word'; readonly text: string }
  | { readonly v: 'bool'; readonly value: boolean }
  | { readonly v: 'null' }
  | { readonly v: 'json'; readonly text: string }

/** What is said of a subject that is not in it: "is more than 5", "has no assignee". */
export type Pred =
  | { readonly c: 'and' | 'or'; readonly items: readonly Pred[] }
  | { readonly c: 'not'; readonly pred: Pred }
  | { readonly c: 'compare'; readonly op: Op; readonly right: Np }
  | { readonly c: 'between'; readonly low: Np; readonly high: Np }
  | { readonly c: 'adjective'; readonly words: string }
  | { readonly c: 'is'; readonly right: Np }
  | { readonly c: 'has'; readonly np: Np }
  | { readonly c: 'empty' }
  | { readonly c: 'exists' }
  | {
      readonly c: 'part'
      readonly verb: readonly string[]
      readonly prep: string | null
      readonly np: Np | null
    }
  | { readonly c: 'prep'; readonly prep: string; readonly np: Np }
  /** When it ends: "expires before X". */
  | { readonly c: 'ends'; readonly pred: Pred }
  | { readonly c: 'of'; readonly subject: Np; readonly pred: Pred }
  /** "the sum of which", "whose owner's name": the subject is a field of the gap. */
  | { readonly c: 'whose'; readonly field: Np; readonly pred: Pred }

export type Op = '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'starts' | 'ends'

export type Condition =
  | { readonly c: 'and' | 'or'; readonly items: readonly Condition[] }
  | { readonly c: 'not'; readonly condition: Condition }
  | { readonly c: 'of'; readonly subject: Np; readonly pred: Pred }
  | { readonly c: 'there'; readonly np: Np; readonly not: boolean }
  | { readonly c: 'true'; readonly np: Np }
  /** Its subject is left out: "if booked", ""de": ..." */
  | { readonly c: 'bare'; readonly pred: Pred }
  /** With what was compared before: "if it is less". */
  | { readonly c: 'again'; readonly op: Op }
  | { readonly c: 'approved' | 'denied' }

export type Complement =
  | { readonly a: 'np'; readonly np: Np }
  | { readonly a: 'prep'; readonly prep: string; readonly np: Np }
  | { readonly a: 'label'; readonly name: Head; readonly np: Np }
  | { readonly a: 'flag'; readonly words: string }
  | { readonly a: 'text'; readonly np: Np }

export interface Verb {
  /** Possible base forms; a phrasal verb is one of them: `look up`. */
  readonly lemmas: readonly string[]
}

export type Statement =
  | {
      readonly s: 'call'
      readonly verb: Verb
      readonly parts: readonly Complement[]
      readonly passive: Np | null
      /** Other readings of the same words. */
      readonly ways?: readonly CallWay[]
      readonly span: Span
    }
  /** The tool is named, and each of its arguments: "Send email (send_email) with the subject "Hi"". */
  | {
      readonly s: 'exact'
      readonly verb: Verb
      /** Beside its name in brackets; null: the name, or the title, stands for it. */
      readonly words: readonly string[] | null
      readonly tool: string
      readonly args: readonly ExactArgument[]
      readonly span: Span
    }
  /** More of the call before: "The subject is "Hi"." */
  | { readonly s: 'details'; readonly parts: readonly Complement[]; readonly span: Span }
  /** More of what was asked for: "No address should appear twice." `of`: of what it is said. */
  | {
      readonly s: 'refine'
      readonly post: Post
      readonly of: Head | null
      /** Only where the order before leaves two equal; by what, where it is said. */
      readonly tie?: readonly string[]
      readonly span: Span
    }
  /** "Also when the count is 0.": done anyway, which is no condition. */
  | { readonly s: 'anyway'; readonly verb: readonly string[]; readonly span: Span }
  | { readonly s: 'let'; readonly name: string; readonly value: Value; readonly span: Span }
  /** A denial of the approval before is an answer like any other. */
  | { readonly s: 'ondeny'; readonly span: Span }
  /** `isTrailing`: the condition is said after what depends on it and may speak of its things. */
  | {
      readonly s: 'if'
      readonly cond: Condition
      readonly then: Body
      readonly else: Body | null
      readonly isTrailing?: boolean
      /** It is done in place of what was said before. */
      readonly isInstead?: boolean
      readonly isAfter?: boolean
      readonly span: Span
    }
  | { readonly s: 'else'; readonly body: Body; readonly span: Span }
  | {
      readonly s: 'elseif'
      readonly cond: Condition
      readonly body: Body
      readonly else: Body | null
      readonly span: Span
    }
  | { readonly s: 'thatcase'; readonly body: Body; readonly else: Body | null; readonly span: Span }
  | { readonly s: 'works'; readonly body: Body; readonly span: Span }
  /** "Once the customer has been deleted, ...": after what was done before. */
  | {
      readonly s: 'done'
      readonly lemmas: readonly string[]
      /** To each of these. */
      readonly of?: Head
      readonly body: Body
      readonly span: Span
    }
  | {
      readonly s: 'each'
      readonly np: Np
      readonly atOnce: number | null
      readonly body: Body
      readonly span: Span
    }
  /**
   * "The orders from FR: ..." (they are what is spoken of), "In the category X, ..." (it restricts what is).
   */
  | {
      readonly s: 'topic'
      readonly prep: string | null
      readonly np: Np
      readonly body: Body
      readonly span: Span
    }
  /** `isRace`: the first branch that ends is enough. */
  | { readonly s: 'parallel'; readonly body: Body; readonly isRace?: true; readonly span: Span }
  | { readonly s: 'wait'; readonly ms: number; readonly span: Span }
  | { readonly s: 'waituntil'; readonly clock: string; readonly zone: string | null; readonly span: Span }
  /** As long as a value says. */
  | { readonly s: 'waitfor'; readonly amount: Value; readonly unitMs: number; readonly span: Span }
  /** Until a day or a moment. */
  | { readonly s: 'waitmoment'; readonly moment: Value; readonly zone: string | null; readonly span: Span }
  | { readonly s: 'waitevent'; readonly event: string; readonly ms: number | null; readonly span: Span }
  /** Another workflow, with what it takes. */
  | { readonly s: 'run'; readonly name: string; readonly inputs: readonly Complement[]; readonly span: Span }
  /**
   * `isAgain`: so many times more. `isParked`: then it waits for a person. `isTransient`: not after what the
   * tool itself answers.
   */
  | {
      readonly s: 'retry'
      readonly times: number
      readonly isAgain?: boolean
      readonly isParked?: boolean
      readonly isTransient?: boolean
      readonly span: Span
    }
  | { readonly s: 'iffails'; readonly body: Body; readonly else: Body | null; readonly span: Span }
  | { readonly s: 'goon'; readonly span: Span }
  /** `isFailure`: it shall have failed, whatever is said of why. */
  | { readonly s: 'stop'; readonly message: Np | null; readonly isFailure?: boolean; readonly span: Span }
  /** `for`: said of what is left, of the other case, or as an order not to do something. */
  | {
      readonly s: 'nothing'
      readonly for?: 'rest' | 'not'
      readonly isForbidding?: true
      readonly span: Span
    }
  /** Done before what was said last, or before everything. */
  | { readonly s: 'before'; readonly body: Body; readonly scope: 'last' | 'all'; readonly span: Span }
  /** What follows is about it. */
  | { readonly s: 'about'; readonly np: Np; readonly span: Span }
  /** "{{inputs.ids}} is a list of appointment ids" */
  | {
      readonly s: 'declare'
      readonly source: string
      readonly of: Np
      readonly isOne?: true
      readonly span: Span
    }
  /** What a text holds; of the text that was spoken of before where `source` is null. */
  | {
      readonly s: 'holds'
      readonly source: string | null
      readonly format: 'csv' | 'json' | null
      readonly isList?: true
      /** There are columns. */
      readonly isTable?: true
      readonly noun: string | null
      readonly fields: readonly string[] | null
      readonly span: Span
    }
  | {
      readonly s: 'ask'
      readonly who: Who | null
      readonly message: Np | null
      readonly before: Body | null
      readonly terms?: DecisionTerms
      /** What it is before follows in a sentence of its own: "before the next step". */
      readonly isBeforeNext?: true
      /** What the words say that is done after it. */
      readonly about?: Span
      readonly span: Span
    }
  /** More about the approval before: "Whoever started the run may not approve." */
  | { readonly s: 'decision'; readonly terms: DecisionTerms; readonly span: Span }
  | { readonly s: 'schedule'; readonly schedule: When; readonly body: Body | null; readonly span: Span }
  | {
      readonly s: 'trigger'
      readonly trigger: PromptTrigger
      readonly body: Body | null
      readonly span: Span
    }
  /** `isAs`: said in passing. */
  | { readonly s: 'name'; readonly name: string; readonly isAs?: true; readonly span: Span }
  | { readonly s: 'ask for'; readonly np: Np; readonly span: Span }
  /** "0 if there are none": instead of the figure before. `head`: none of what. */
  | { readonly s: 'default'; readonly value: Value; readonly head: Head | 'none'; readonly span: Span }
  | { readonly s: 'compare'; readonly a: Np; readonly b: Np; readonly span: Span }
  /** `isBrief`: without a verb, so what follows needs no "then". */
  | { readonly s: 'check'; readonly cond: Condition; readonly isBrief?: true; readonly span: Span }
  | { readonly s: 'frame'; readonly span: Span }

/** An order, read in another way, and how much dearer. */
export interface CallWay {
  readonly verb: Verb
  readonly parts: readonly Complement[]
  readonly passive: Np | null
  readonly cost: number
}

export interface ExactArgument {
  readonly words: string
  readonly value: Value
}

/** Statements one after the other. */
export type Body = readonly Statement[]

export interface Who {
  readonly emails: readonly string[]
  readonly roles: readonly string[]
  /** How many of them; without it one is enough. */
  readonly quorum?: number
  /** A name, of which it is not known who it is. */
  readonly unknown?: string
}

/** What is agreed about a decision besides who decides. */
export interface DecisionTerms {
  readonly quorum?: number
  readonly notStarter?: boolean
  readonly timeoutMs?: number
  readonly onTimeout?: 'approve' | 'deny' | 'fail'
}

/** When a workflow starts: the zone is the organization's when the words say none. */
export type When = Omit<PromptSchedule, 'timezone'> & { readonly zone: string | null }
