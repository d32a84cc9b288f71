// What a reading knows while it goes through the prompt: the steps so far, what was introduced and can be
// referred to, and the choices of this one reading. A reading is ordinary code that picks at forks; the
// driver (explore.ts) runs it again for every other pick, each time on a copy of the state. So nothing is
// shared between readings.
import type { Json } from '../../../domain/json.ts'
import type { Diagnostic, PromptSchedule, PromptTrigger, Step } from '../../../domain/plan/plan.ts'
import { Keys } from '../chart/keys.ts'
import { type Meter, unlimited } from '../chart/meter.ts'
import type { Body, Np, Span } from '../grammar/terms.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'
import { type Entity, type Type, wordsOf } from '../lexicon/types.ts'
import type { Attempt } from './explore.ts'

/** A value that the plan can compute. */
export interface Val {
  /** CEL; null for a record that is known by its id and not fetched yet. */
  readonly cel: string | null
  readonly type: Type
  /** CEL of the id, of a record or where the value itself is one. */
  readonly id?: string
  /** Entity whose id this value is. */
  readonly refers?: Entity
  readonly literal?: Json
  /** The list that it was made of: what is spoken of is the later one. */
  readonly base?: Val
  /** A list that was filtered: the list before, for "the rest". */
  readonly before?: { readonly list: Val; readonly kept: string; readonly item: string }
  /** Of a list: fields that all items share a value of, as JSON. */
  readonly fixed?: { readonly [field: string]: string }
  /** Of a list: the fields and directions that it was put in order by. */
  readonly order?: string
  /** Of one that was picked: the list that it was picked from. */
  readonly among?: Val
  /** Of groups: what they were made of, and by which field. */
  readonly groups?: { readonly list: Val; readonly by: Np }
  /** Of a list of records: the call that gave it. */
  readonly origin?: string
  /** A property of it that holds a list whose kind is known. */
  readonly inside?: { readonly path: string; readonly type: Type }
  /** Of the same kind as what it belongs to: meant by this noun, the manager of an employee. */
  readonly role?: string
  /** Of a name: the address of who is called so. */
  readonly address?: string
  /** Of a page: the answer that brought it, with its status and headers. */
  readonly answer?: Val
  /** Of a page: what its address says that it is, an order at `.../orders/7`. */
  readonly kind?: string
  /** A tool gave it, and nothing says what it holds: JSON, mostly. */
  readonly isOpen?: true
  /** Names of inputs and fields that it comes from: hints for arguments of the same name. */
  readonly hint?: readonly string[]
}

export interface Referent {
  /** Nouns in the singular by which it may be meant. */
  readonly nouns: readonly string[]
  readonly val: Val
  readonly sentence: number
  /** The author named it. */
  readonly isNamed?: boolean
  readonly isVariable?: boolean
  /** After its failure it may be something else: it is meant by its name only. */
  readonly isUnclear?: boolean
  /** No pronoun means it. */
  readonly isAside?: boolean
  /** By the number of the step of the author's list. */
  readonly step?: number | null
}

/** A loop that what follows may go on with; without an id it has no steps yet. */
export interface OpenLoop {
  readonly id: string | null
  readonly over: string
  readonly variable: string
  readonly atOnce: number | null
  /** "Close all tickets": only what is said of each of them goes on with it. */
  readonly isImplied?: boolean
  readonly referents: readonly Referent[]
  readonly fetched: ReadonlyMap<string, string>
  readonly at: number
  readonly depth: number
}

interface Block {
  readonly steps: Step[]
  referents: Referent[]
  /** Records fetched in it, by entity and id. */
  readonly fetched: Map<string, string>
  readonly variable: string | null
  /** Where statements began, by the number of steps there. */
  readonly marks: number[]
  /** The list of a loop. */
  over?: string | undefined
}

/** Who wrote a prompt, and where. */
export interface Writing {
  /** IANA name: of times that say none. */
  readonly timeZone: string
  /** E-mail address; absent: nobody knows who "me" is. */
  readonly author?: string
}

interface Floor {
  readonly cost: number
  readonly options: readonly { readonly cost: number }[]
}

/** This reading does not go together; another may. */
export class Dead {
  readonly reason: string
  readonly span: Span | null
  /** There are cheaper readings: nothing is wrong with this one. */
  readonly isCost: boolean
  /** As what it is said, where no other reading goes together either. */
  readonly code: Diagnostic['code']
  constructor(reason: string, span: Span | null, isCost = false, code: Diagnostic['code'] = 'UNREAD_WORDS') {
    this.reason = reason
    this.span = span
    this.isCost = isCost
    this.code = code
  }
}

/** The reason of a reading that has no use for some of the words. */
export const leftOver = 'there are words left'

export function dead(reason: string, span: Span | null = null, code?: Diagnostic['code']): never {
  // No Error: thousands are thrown for a prompt, and nobody looks at their stacks.
  throw new Dead(reason, span, false, code)
}

const noLoops: ReadonlyMap<number, string> = new Map()
const nothingGone: ReadonlySet<string> = new Set()

export class State {
  blocks: Block[]
  ids: Set<string>
  cost = 0
  schedule: PromptSchedule | null = null
  trigger: PromptTrigger | null = null
  notes: Diagnostic[] = []
  sentence = 0
  item: number | null = null
  /** The loop that an item of the author's list became, by its number. */
  loopOf: ReadonlyMap<number, string> = noLoops
  /** Chosen so far, and of how many. */
  picks: number[] = []
  widths: number[] = []
  /** What it had cost where it chose by cost, and among what. */
  floors: (Floor | undefined)[] = []
  at = 0
  span: Span = [0, 0]
  title = ''
  /** Loops that the sentence went into, to be closed at its end. */
  loops: { over: string; variable: string; depth: number }[] = []
  /** The loop before. */
  loop: OpenLoop | null = null
  /** What the last statement asked for: returned when nothing else is. */
  lastAsked: unknown = null
  /** The approval whose denial was said to end it all: no condition on it is left. */
  endingApproval: string | null = null
  /** Verbs of the call that an approval waits for, which the next sentence says; empty: any call. */
  foretold: readonly string[] | null = null
  /** All that was asked for: each is used later, or is the answer. */
  asked: unknown[] = []
  /** What restricts the next records that are listed: "in the category X, ..." */
  fronted: { readonly prep: string; readonly np: Np } | null = null
  /** A question was asked that what follows must answer. */
  isOpen = false
  /** What stands in a block from a step on is only for when the condition holds. */
  gates: { depth: number; at: number; when: string }[] = []
  /** How deep in cases the statement is. */
  branches = 0
  /** Nouns of what was said inside of a branch or a loop that has ended. */
  gone: ReadonlySet<string> = nothingGone
  /** The condition of the statement before, where nothing is to be done: "otherwise" is its other case. */
  leftWhen: string | null = null
  /** The steps of the case before, for "there". */
  lastCase: Step[] | null = null
  /** A question was asked that what follows answers. */
  isChecked: false | 'asked' | 'brief' = false
  /** What was compared by itself, for "if it is less". */
  compared: { readonly path: string; readonly right: string } | null = null
  /** What was done in the case before: what others leave out is as there. */
  lastThen: Body | null = null
  /** In place of which step it is done: what is left out is as there. */
  insteadOf: Step | null = null
  maxCost = Number.POSITIVE_INFINITY
  readonly lexicon: Lexicon
  readonly writing: Writing
  readonly prompt: string
  readonly meter: Meter

  /** @param other a copy of it is made at once: nothing is made anew */
  constructor(
    lexicon: Lexicon,
    prompt: string,
    writing: Writing,
    meter: Meter = unlimited(),
    other: State | null = null,
  ) {
    this.meter = meter
    this.lexicon = lexicon
    this.prompt = prompt
    this.writing = writing
    if (other !== null) {
      this.stamps = other.stamps
      this.memory = other.memory
      this.keys = other.keys
      this.blocks = other.blocks
      this.ids = other.ids
      this.adopt(other)
      return
    }
    this.stamps = new Map()
    this.memory = new Map()
    this.keys = new Keys()
    this.blocks = [{ steps: [], referents: [], fetched: new Map(), variable: null, marks: [] }]
    this.ids = new Set()
  }

  /** What the part that was read by itself gave. */
  value: unknown = null
  /** Changes with everything that is said; copies that have the same know the same. */
  stamp = 0
  stamps: Map<string, number>
  /** What parts meant in a state, for the whole prompt. */
  memory: Map<number, Map<number, Attempt>>
  /** Of those parts. */
  keys: Keys

  clone(): State {
    return new State(this.lexicon, this.prompt, this.writing, this.meter, this)
  }

  /** Becomes as another state, apart from its picks. */
  adopt(other: State): void {
    const from = other
    this.stamp = from.stamp
    this.memory = from.memory
    this.keys = from.keys
    this.stamps = from.stamps
    this.loops = [...from.loops]
    this.loop = from.loop
    this.blocks = from.blocks.map(({ steps, referents, fetched, variable, marks, over }) => ({
      over,
      steps: [...steps],
      referents: [...referents],
      fetched: new Map(fetched),
      variable,
      marks: [...marks],
    }))
    this.ids = new Set(from.ids)
    this.cost = from.cost
    this.schedule = from.schedule
    this.trigger = from.trigger
    this.notes = [...from.notes]
    this.lastAsked = from.lastAsked
    this.asked = [...from.asked]
    this.isOpen = from.isOpen
    this.endingApproval = from.endingApproval
    this.fronted = from.fronted
    this.foretold = from.foretold
    this.gates = [...from.gates]
    this.branches = from.branches
    this.gone = from.gone
    this.leftWhen = from.leftWhen
    this.lastThen = from.lastThen
    this.insteadOf = from.insteadOf
    this.compared = from.compared
    this.isChecked = from.isChecked
    this.lastCase = from.lastCase
    this.sentence = from.sentence
    this.item = from.item
    this.loopOf = from.loopOf
    this.span = from.span
    this.title = from.title
  }

  /** One of the ways to go on. */
  pick<T>(options: readonly T[], reason = 'nothing fits'): T {
    if (options.length === 0) dead(reason)
    if (options.length === 1) return options[0]!
    const index = this.picks[this.at] ?? 0
    if (this.floors[this.at]?.options !== options) this.floors[this.at] = undefined
    this.picks[this.at] = index
    this.widths[this.at] = options.length
    this.at += 1
    return options[index]!
  }

  /** One of the ways to go on, the cheapest first, paid at once: behind one that is too dear all are. */
  choose<T extends { readonly cost: number }>(options: readonly T[], reason = 'nothing fits'): T {
    this.floors[this.at] = options.length > 1 ? { cost: this.cost, options } : undefined
    const option = this.pick(options, reason)
    this.pay(option.cost)
    return option
  }

  /** Pays for what is less likely meant. */
  pay(cost: number): void {
    this.cost += cost
    if (this.cost > this.maxCost) throw new Dead('too far-fetched', null, true)
  }

  get block(): Block {
    return this.blocks.at(-1)!
  }

  get steps(): Step[] {
    return this.block.steps
  }

  /** Referents in reach, the latest first. */
  get reachable(): readonly Referent[] {
    return this.blocks.toReversed().flatMap(block => block.referents.toReversed())
  }

  open(variable: string | null = null): void {
    this.touch(`open ${variable}`)
    this.blocks.push({ steps: [], referents: [], fetched: new Map(), variable, marks: [] })
  }

  close(): Step[] {
    this.touch('close')
    const { steps, referents } = this.blocks.pop()!
    this.gone = new Set([...this.gone, ...referents.flatMap(({ nouns }) => nouns)])
    return steps
  }

  /** @param event what happened: the same events in the same state give the same state */
  touch(event: string): void {
    const key = `${this.stamp} ${event}`
    let stamp = this.stamps.get(key)
    if (stamp === undefined) this.stamps.set(key, (stamp = this.stamps.size + 1))
    this.stamp = stamp
  }

  refer(nouns: readonly string[], val: Val, more: Partial<Referent> = {}): void {
    this.touch(`refer ${nouns.join()} ${val.cel ?? val.id}`)
    this.block.referents.push({ nouns, val, sentence: this.sentence, step: this.item, ...more })
  }

  /** What was assumed, which the author may have meant otherwise. */
  note(message: string, path: string | null = null): void {
    if (this.notes.some(each => each.message === message && each.path === path)) return
    this.notes.push({ code: 'ASSUMED', severity: 'info', path, span: this.span, message })
  }

  /** An id that no step has. */
  newId(wish: string): string {
    // Nothing speaks of a branch or of the end by its id.
    const base = /^(?:if|return)$/.test(wish) ? wish : identifierOf(wish)
    let id = base
    for (let n = 2; this.ids.has(id) || this.isVariable(id); n++) id = `${base}_${n}`
    this.ids.add(id)
    return id
  }

  newVariable(wish: string): string {
    const base = identifierOf(wish)
    let name = base
    for (let n = 2; this.isVariable(name) || ['inputs', 'steps', 'now', 'error'].includes(name); n++)
      name = `${base}_${n}`
    return name
  }

  isVariable(name: string): boolean {
    return this.blocks.some(block => block.variable === name)
  }

  /** Calls a tool of our own that computes. @param wish its id, when it is free */
  compute(tool: string, args: { readonly [name: string]: unknown }, wish: string): string {
    return this.emit({ id: this.newId(wish), kind: 'tool', server: null, tool, args } as never)
  }

  emit(step: Omit<Step, 'title' | 'span'> & { title?: string }): string {
    const plain =
      step.kind === 'tool' ? { ...step, args: numbersAsSuch((step as { args?: object }).args) } : step
    this.touch(JSON.stringify(plain))
    const { span } = this
    this.steps.push({ title: this.title, span, ...plain } as unknown as Step)
    return `steps.${step.id}`
  }

  /** A step that computes; its value under a short name. */
  set(wish: string, value: Json): string {
    return this.emit({ id: this.newId(wish), kind: 'set', value } as never)
  }

  effectOf(step: Step): string {
    if (step.kind !== 'tool') return 'write'
    const { server, tool: name } = step
    const known = this.lexicon.all.find(each => each.server === server && each.name === name)
    return known?.effect ?? (server === null ? 'pure' : 'write')
  }

  /** Ids of steps that are made anew are free again. */
  undo(branches: readonly { readonly steps: readonly Step[] }[]): void {
    for (const { steps } of branches) for (const { id } of steps) this.ids.delete(id)
  }

  fetchedCel(key: string): string | undefined {
    for (const block of this.blocks.toReversed()) {
      const cel = block.fetched.get(key)
      if (cel !== undefined) return cel
    }
    return undefined
  }
}

const reserved = new Set([
  'in',
  'as',
  'true',
  'false',
  'null',
  'has',
  'default',
  'size',
  'type',
  'if',
  'else',
  'for',
  'let',
  'return',
  'import',
  'package',
  'loop',
  'function',
  'const',
  'break',
  'continue',
  'namespace',
  'void',
  'while',
  'var',
])

export function identifierOf(wish: string): string {
  const id =
    wordsOf(wish)
      .join('_')
      .replace(/[^a-z0-9_]/g, '')
      .replace(/^[^a-z]+/, '')
      .slice(0, 40) || 'value'
  return reserved.has(id) ? `${id}_` : id
}

/** An expression that is a number is that number. */
function numbersAsSuch(args: object = {}): object {
  const isNumber = (value: unknown) => /^-?\d+$/.test((value as { $?: string } | null)?.$ ?? '')
  if (!Object.values(args).some(isNumber)) return args
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isNumber(value) ? Number(value.$) : value]),
  )
}
