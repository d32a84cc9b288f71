// Computations that a user chooses, done in a thread of the pool of thinking.ts, which loads this module:
// prompts are read, plans compiled, values held against schemas, tools sought. A thread keeps the catalogs of
// tools that it has been sent; of one that it does not know it says so, and is asked again with it.
import { type CompilerContext, compile } from '../../domain/compiler/compiler.ts'
import { ExpressionError } from '../../domain/expression/expression.ts'
import type { Json, JsonSchema } from '../../domain/json.ts'
import type { Compilation, Plan } from '../../domain/plan/plan.ts'
import type { OutlineItem, Planned, PlanningContext } from '../../domain/plan/planning.ts'
import type { Suggestions } from '../../domain/plan/suggesting.ts'
import {
  type EntryDocument,
  type FoundEntry,
  findIn,
} from '../../domain/tools/marketplace/marketplace-search.ts'
import { toolSearch } from '../../domain/tools/search/tool-search.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import { type Confirmable, confirmation } from '../confirmation/confirmation.ts'
import type { Confirming } from '../confirmation/material.ts'
import { type Beginnings, outline } from '../planner/explain/explain.ts'
import { englishReader } from '../planner/planner.ts'
import {
  type JudgedAnswer,
  type JudgedRequest,
  judgeAnswer,
  type SaidAnswer,
} from '../planning/judged-answer.ts'
import { catalogBytes } from './catalogs.ts'
import { type Checked, check } from './check.ts'
import { KeptCatalogs } from './kept-catalogs.ts'

/** What a prompt is read with, without what cannot leave its thread. */
export type Reading = Omit<PlanningContext, 'tools' | 'signal' | 'report' | 'payer'>

export interface Questions {
  readonly plan: { readonly prompt: string; readonly context: Reading }
  readonly suggest: { readonly prompt: string; readonly offset: number; readonly context: Reading }
  readonly compile: { readonly plan: Plan; readonly context: Omit<CompilerContext, 'tools'> }
  /** What a model has answered to a request. */
  readonly judge: {
    readonly said: SaidAnswer
    readonly asked: JudgedRequest
    readonly context: Omit<CompilerContext, 'tools'>
  }
  readonly outline: { readonly plan: Plan; readonly beginnings: Beginnings }
  readonly confirm: Omit<Confirming, 'tools'>
  readonly check: { readonly schema: JsonSchema; readonly value: Json }
  readonly search: { readonly words: string }
  readonly browse: { readonly words: string }
}

export interface Answers {
  readonly plan: Planned
  readonly suggest: Suggestions
  readonly compile: Compilation
  readonly judge: JudgedAnswer | null
  readonly outline: readonly OutlineItem[]
  readonly confirm: Confirmable
  readonly check: Checked
  /** Places in the catalog, best first. */
  readonly search: readonly number[]
  readonly browse: readonly FoundEntry[]
}

/** A list that work is about, by its key: tools, or documents of the marketplace. */
export interface SentCatalog {
  readonly key: string
  /** Id of the organization that asks with it; several may ask with the same one. */
  readonly owner: string
  /** JSON, in parts that are arrays; null when the thread may know it. */
  readonly parts: readonly string[] | null
}

export type Task = {
  [Type in keyof Questions]: {
    readonly type: Type
    readonly question: Questions[Type]
    readonly catalog: SentCatalog | null
  }
}[keyof Questions]

/** Null: the catalog is not known here. */
export type Answered = { readonly answer: Answers[keyof Answers] } | null

const catalogs = new KeptCatalogs(catalogBytes)

export default async function think(task: Task): Promise<Answered> {
  const list = task.catalog === null ? [] : catalogs.open(task.catalog)
  return list === null ? null : { answer: await answerTo(task, list) }
}

async function answerTo({ type, question }: Task, list: readonly unknown[]): Promise<Answers[keyof Answers]> {
  const tools = list as readonly HubTool[]
  const { signal } = new AbortController()
  switch (type) {
    case 'plan':
      return englishReader.plan(question.prompt, { ...question.context, tools, signal })
    case 'suggest':
      return englishReader.suggest!(question.prompt, question.offset, { ...question.context, tools, signal })
    case 'compile':
      return compile(question.plan, { ...question.context, tools })
    case 'outline':
      return outlineOf(question.plan, tools, question.beginnings)
    case 'confirm':
      return confirmation({ ...question, tools })
    case 'judge':
      return judgeAnswer(question.said, question.asked, { ...question.context, tools })
    case 'check':
      return check(question.schema, question.value)
    case 'search':
      return toolSearch(tools)
        .matching(question.words)
        .map(({ tool }) => tools.indexOf(tool))
    case 'browse':
      return findIn(list as readonly EntryDocument[], question.words)
  }
}

/** None of a plan whose expressions cannot be read: its diagnostics say so. */
function outlineOf(plan: Plan, tools: readonly HubTool[], beginnings: Beginnings): readonly OutlineItem[] {
  try {
    return outline(plan, tools, beginnings)
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}
