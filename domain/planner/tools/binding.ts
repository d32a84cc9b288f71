// One reading of a statement: the words after a tool's verb become its arguments. Every token is claimed by
// at most one argument, or as a word that the tool goes by; what nobody claims is what makes the reading
// wrong. Passes, left to right: named arguments and those behind a preposition; words that are values; what
// the verb is done to; what is missing and can only be the result before; words of the tool itself.
import type { Argument } from '../../plan/plan.ts'
import type { HubTool } from '../../tools/tool.ts'
import { stem } from '../../tools/tool-search.ts'
import { Claims } from '../claims.ts'
import type { Environment } from '../environment.ts'
import type { Token } from '../text/tokens.ts'
import { articles, joints, weighty } from '../text/words.ts'
import { afterLink, argumentAt, literalValue, suit, wordValueAt } from '../values/argument-values.ts'
import { phraseAt } from '../values/conditions.ts'
import { antecedentValue } from '../values/fields.ts'
import {
  fits,
  isMisplaced,
  isTyped,
  ownPropertyFor,
  type Property,
  propertiesOf,
  propertyFor,
  split,
  wordsOf,
} from '../values/properties.ts'
import { type Value, valueAt } from '../values/values.ts'
import { connectives, genericVerbs, leadIns, listNouns, prepositions, typeNouns } from './tool-words.ts'

export interface Binding {
  readonly tool: HubTool
  readonly args: { readonly [name: string]: Argument }
  /** Tokens that nobody claimed. */
  readonly unread: readonly Token[]
  /** Required arguments without a value. */
  readonly missing: readonly string[]
  readonly assumptions: readonly string[]
  readonly unclear: readonly string[]
  /** Values that look like something else than what they were taken for. */
  readonly misplaced: number
  /** How many words name the tool; more is a better reading. */
  readonly named: number
}

/** @param hasVerb the first token is the verb, not a part of an argument */
export function bind(tool: HubTool, tokens: readonly Token[], env: Environment, hasVerb = true): Binding {
  const binder = new Binder(tool, tokens, { env, hasVerb })
  binder.bindIntroduced()
  binder.bindObjects()
  binder.bindPrevious()
  return binder.finish()
}

class Binder {
  readonly #tool: HubTool
  readonly #tokens: readonly Token[]
  readonly #env: Environment
  readonly #properties: readonly Property[]
  readonly #verbAt: number
  readonly #claims: Claims
  readonly #args = new Map<string, Argument>()
  readonly #assumptions: string[] = []
  readonly #unclear: string[] = []
  #misplaced = 0

  constructor(
    tool: HubTool,
    tokens: readonly Token[],
    { env, hasVerb }: { env: Environment; hasVerb: boolean },
  ) {
    this.#verbAt = hasVerb ? 0 : -1
    this.#tool = tool
    this.#tokens = tokens
    this.#env = env
    this.#properties = propertiesOf(tool)
    this.#claims = new Claims(tokens, this.#verbAt)
  }

  bindIntroduced(): void {
    for (let at = 0; at < this.#tokens.length; at++) {
      if (this.#claims.has(at)) continue
      if (this.#bindLabelled(at) || this.#bindPreposed(at) || this.#bindFlag(at)) continue
      if (at !== this.#verbAt) this.#bindValueWord(at)
    }
    // The verb may say a value too, when nothing else does: "put" and "delete" are methods.
    if (this.#verbAt === 0 && this.#tokens.length > 0 && !this.#claims.has(0)) this.#bindValueWord(0)
  }

  /**
   * Values that nothing introduces: what the verb is done to. Those that show what they are for come first.
   */
  bindObjects(): void {
    this.#bindObjectsFor((value, open) => ownPropertyFor(value, open))
    this.#bindObjectsFor((value, open) => propertyFor(value, open))
  }

  #bindObjectsFor(choose: (value: Value, open: readonly Property[]) => Property | null): void {
    for (let at = 0; at < this.#tokens.length; at++) {
      const value = this.#claims.has(at) ? null : valueAt(this.#tokens, at, this.#env)
      if (value === null || !this.#claims.isFree(at, value.end)) continue
      const open = this.#open().filter(property => fits(suit(value, property), property))
      const property = choose(value, open)
      if (property === null) continue
      this.#assign(property, suit(value, property), at)
      this.#claims.claimBefore(at, nounsOf(this.#tokens[at]!))
    }
  }

  /**
   * One required argument that is missing can be the result of the step before, when that fits; it is said
   * aloud.
   */
  bindPrevious(): void {
    const [property, ...others] = this.#missing()
    const { antecedent } = this.#env
    // Nothing is changed in the world on an assumption.
    if (property === undefined || others.length > 0 || antecedent === null || !isCalm(this.#tool)) return
    const value = suit(antecedentValue(antecedent, 0), property)
    if (value.unclear !== undefined || !fits(value, property)) return
    this.#args.set(property.name, value.argument)
    this.#assumptions.push(`took ${value.expression} as ${property.name}`)
  }

  finish(): Binding {
    const named = this.#claimToolWords()
    return {
      tool: this.#tool,
      args: Object.fromEntries(this.#args),
      unread: this.#claims.unread(),
      missing: this.#missing().map(property => property.name),
      assumptions: this.#assumptions,
      unclear: this.#unclear,
      misplaced: this.#misplaced,
      named,
    }
  }

  /** `subject "Hello"`, `amount: 5`, `with name "x" and total 5` */
  #bindLabelled(at: number): boolean {
    for (const property of this.#open()) {
      for (const label of property.labels) {
        const after = phraseAt(this.#tokens, at, label)
        if (after === null || this.#claims.has(after - 1)) continue
        // The verb is not the name of an argument, though it may sound the same: "format the date".
        if (at === this.#verbAt && this.#tokens[after]?.text !== ':') continue
        const value = this.#argumentAt(property, afterLink(this.#tokens, after))
        if (value === null) continue
        this.#assign(property, value, at)
        this.#claims.claimBefore(at, leadIns)
        return true
      }
    }
    return false
  }

  /**
   * `from <value>`, `separated by <value>`: the longest phrase, then the longest value, then what is
   * required.
   */
  #bindPreposed(at: number): boolean {
    const found = this.#open().flatMap(property =>
      property.introducers.flatMap(introducer => {
        const isVerb =
          at === this.#verbAt && (property.labels.includes(introducer) || prepositions.has(introducer))
        const after = isVerb ? null : phraseAt(this.#tokens, at, introducer)
        const value = after === null ? null : this.#argumentAt(property, after)
        return value === null ? [] : [{ property, value, length: after! - at }]
      }),
    )
    const [best] = found.sort(
      (a, b) =>
        b.length - a.length ||
        b.value.end - a.value.end ||
        Number(isTyped(b.property)) - Number(isTyped(a.property)) ||
        Number(b.property.isRequired) - Number(a.property.isRequired),
    )
    if (best === undefined) return false
    this.#assign(best.property, best.value, at)
    this.#bindIntroducer(at, best.length)
    if (best.property.schema['type'] === 'array') this.#bindFieldBefore(at)
    return true
  }

  /**
   * The words that introduce one argument may be another's value: the last 2 items are counted from the end.
   */
  #bindIntroducer(at: number, length: number): void {
    for (const property of this.#open()) {
      const value = wordValueAt(property, this.#tokens, at)
      if (value !== null && value.end <= at + length) this.#args.set(property.name, value.argument)
    }
  }

  /** "the total of the orders": a field of the items stands before the list. */
  #bindFieldBefore(at: number): void {
    const token = this.#tokens[at - 1]
    if (at < 2 || token?.kind !== 'word' || this.#claims.has(at - 1)) return
    if (listNouns.has(token.lower)) return this.#claims.claim(at - 1)
    const property = this.#open().find(each => each.takesNames && each.schema['type'] === 'string')
    const says = [articles, weighty, prepositions].some(words => words.has(token.lower))
    if (property === undefined || says || isQualifier(token, this.#tool)) return
    this.#args.set(property.name, token.text)
    this.#claims.claim(at - 1)
  }

  /** A yes-or-no argument is set by its name: `pretty`, `without header`. */
  #bindFlag(at: number): boolean {
    const isNegated = this.#tokens[at]!.lower === 'without'
    for (const property of this.#open()) {
      if (property.schema['type'] !== 'boolean') continue
      for (const words of [...property.labels, ...property.introducers]) {
        const end = phraseAt(this.#tokens, isNegated ? at + 1 : at, words)
        if (end !== null) return this.#assign(property, literalValue(!isNegated, end), at)
      }
    }
    return false
  }

  #bindValueWord(at: number): boolean {
    for (const property of this.#open()) {
      const value = wordValueAt(property, this.#tokens, at)
      if (value !== null) return this.#assign(property, value, at)
    }
    return false
  }

  #argumentAt(property: Property, at: number): Value | null {
    return this.#claims.has(at) ? null : argumentAt(property, this.#tokens, at, this.#env)
  }

  #open(): readonly Property[] {
    return this.#properties.filter(property => !this.#args.has(property.name))
  }

  #missing(): readonly Property[] {
    return this.#open().filter(property => property.isRequired)
  }

  #assign(property: Property, value: Value, from: number): true {
    this.#args.set(property.name, value.argument)
    if (value.assumption !== undefined) this.#assumptions.push(value.assumption)
    if (value.unclear !== undefined) this.#unclear.push(value.unclear)
    if (isMisplaced(value, property)) this.#misplaced += 1
    this.#claims.claim(from, value.end)
    this.#claims.claimBefore(from, connectives)
    return true
  }

  /** Words that the tool goes by, and the prepositions that lead to nothing else. How many words? */
  #claimToolWords(): number {
    let named = 0
    for (const [at, token] of this.#tokens.entries()) {
      if (this.#claims.has(at) || token.kind !== 'word' || !this.#isToolWord(at)) continue
      this.#claims.claim(at)
      this.#claims.claimPreposition(at)
      named += 1
    }
    return named
  }

  /**
   * A word of the tool's name, title or keywords; not one that begins another statement or says another
   * value.
   */
  #isToolWord(at: number): boolean {
    const { lower } = this.#tokens[at]!
    const isVerb = at === this.#verbAt
    if (weighty.has(lower) || (isVerb && this.#isContradicted(lower))) return false
    const before = this.#tokens[at - 1]?.lower ?? ''
    if (joints.has(before) && this.#env.search.isVerb(lower)) return false
    if (!isVerb && this.#properties.some(property => wordValueAt(property, this.#tokens, at) !== null))
      return false
    const words = wordsOf(this.#tool)
    if (split(lower).every(word => words.has(stem(word)))) return true
    return isVerb && isCalm(this.#tool) && genericVerbs.has(lower)
  }

  /** "post ... delete": the verb is one value and another was given. "send a DELETE" is no contradiction. */
  #isContradicted(verb: string): boolean {
    return this.#properties.some(({ name, schema }) => {
      const allowed = Array.isArray(schema['enum']) ? schema['enum'] : []
      const said = allowed.find(value => typeof value === 'string' && value.toLowerCase() === verb)
      return said !== undefined && this.#args.has(name) && this.#args.get(name) !== said
    })
  }
}

function isCalm({ effect }: HubTool): boolean {
  return effect === 'pure' || effect === 'read'
}

/** "the lowest of ..." says which, not what: a word of the tool that no field is likely to be called. */
function isQualifier({ lower }: Token, tool: HubTool): boolean {
  return lower !== 'total' && tool.keywords.some(keyword => keyword.endsWith(lower))
}

/** Nouns before a value that only repeat what it is: `the text "abc"`, `the order {{inputs.order}}`. */
function nounsOf({ kind, lower }: Token): ReadonlySet<string> {
  const [name] = kind === 'placeholder' ? (/\w+$/.exec(lower.trim()) ?? []) : []
  return name === undefined ? typeNouns : new Set([...typeNouns, name])
}
