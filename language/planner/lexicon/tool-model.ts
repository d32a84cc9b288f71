// The lexicon of tools: verbs and nouns of their names and descriptions, arguments with their words, and the
// records that they give. Made once for an array of tools.
import type { JsonSchema } from '../../../domain/json.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { lemmasOf, singularOf } from '../lattice/lemmas.ts'
import { commands } from './commands.ts'
import { messages } from './deeds.ts'
import { any, type Entity, type Field, remembered, row, type Type, wordsOf } from './types.ts'
import { readVerbs, verbGroups } from './verbs.ts'
import { closed, genericNouns, measures, ordinals } from './words.ts'

export interface Argument extends Field {
  readonly isRequired: boolean
  readonly schema: JsonSchema
  /** What the verb is done to, as the author of the tool says (`x-object`). */
  readonly isObject: boolean
  /** Of a built-in tool. */
  readonly isOwn: boolean
  /** Words that introduce its value: `saying`, `at branch`; the author of the tool says them (`x-words`). */
  readonly intro: readonly string[]
}

export interface ToolModel {
  readonly tool: HubTool
  /** Of its name: `reply_to_ticket` is reply. */
  readonly verb: string
  /** Those that its description begins with, too. */
  readonly verbs: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  /** What it is done to, without the verb, in the singular: `channel message`; the head noun last. */
  readonly object: string
  readonly nouns: ReadonlySet<string>
  /** Other words for what it makes: "a mail" for a message to an e-mail address. */
  readonly aliases: ReadonlySet<string>
  readonly args: readonly Argument[]
  readonly isRead: boolean
  readonly gives: Given | null
  /** The service that it works on, by its proper names in lower case: github; none for most. */
  readonly services: readonly string[]
}

export interface Given {
  readonly noun: string
  readonly isMany: boolean
  /** Property of the result that holds the list; null: the result itself. */
  readonly path: string | null
  readonly entity: Entity
}

export interface Lexicon {
  readonly tools: readonly ToolModel[]
  /** The built-in ones: found by their verbs alone. */
  readonly own: readonly ToolModel[]
  /** Services that tools work on. */
  readonly services: ReadonlySet<string>
  /** With the built-in ones. */
  readonly all: readonly HubTool[]
  /** By noun in the singular. */
  readonly entities: ReadonlyMap<string, EntityModel>
  readonly verbs: ReadonlyMap<string, readonly ToolModel[]>
  /** Values of enumerations, as words: `on hold`. */
  readonly enumWords: ReadonlySet<string>
  /** Words of fields that are true or false: `internal`, `breached`. */
  readonly adjectives: ReadonlySet<string>
  /** Verbs in one line with a verb of a tool. */
  readonly verbWords: ReadonlySet<string>
  /** Nouns of lists that have no plural: equipment. */
  readonly masses: ReadonlySet<string>
  /** Phrases that may head a noun phrase, in the singular, by their first word. */
  readonly nouns: ReadonlyMap<string, readonly (readonly string[])[]>
}

export interface EntityModel extends Entity {
  readonly lists: readonly ToolModel[]
  readonly gets: readonly ToolModel[]
  /** What all of them together are called: the time sheet. */
  readonly wholes?: readonly string[]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const lexicons = new WeakMap<readonly HubTool[], Lexicon>()

export function lexiconOf(tools: readonly HubTool[]): Lexicon {
  let lexicon = lexicons.get(tools)
  if (lexicon === undefined) lexicons.set(tools, (lexicon = build(tools)))
  return lexicon
}

function build(all: readonly HubTool[]): Lexicon {
  const tools = all.filter(tool => tool.server !== null).map(modelOf)
  const entities: Map<string, Mutable<EntityModel>> = entitiesOf(tools)
  for (const model of tools) (model as Mutable<ToolModel>).aliases = aliasesOf(model, tools, entities)
  for (const { args } of tools) for (const each of args) resolveRef(each, entities)
  for (const entity of entities.values()) for (const each of entity.fields) resolveRef(each, entities)
  keysOf(tools, entities)
  for (const { args } of tools) for (const each of args) keyRef(each, entities)
  const own = all.filter(tool => tool.server === null).map(ownModelOf)
  return {
    tools,
    own,
    services: new Set(tools.flatMap(({ services }) => services)),
    all,
    entities,
    verbs: verbsOf(tools),
    enumWords: enumWordsOf(tools),
    adjectives: adjectivesOf(tools),
    verbWords: new Set([...verbWordsOf(tools), ...own.flatMap(({ verbs }) => [...verbs])]),
    masses: new Set(
      tools.flatMap(({ tool, gives, object }) =>
        gives?.isMany === true && !wordsOf(tool.name).some(word => singularOf(word).isPlural) ? [object] : [],
      ),
    ),
    nouns: nounsOf(tools, own, entities),
  }
}

const stops = new Set(['by', 'for', 'of', 'in', 'with', 'from', 'to', 'on', 'at', 'into'])

function modelOf(tool: HubTool): ToolModel {
  const words = wordsOf(tool.name)
  const verb = words[0]!
  const rest = words.slice(1)
  const first = rest.findIndex(word => !stops.has(word))
  const object = rest.slice(first)
  const cut = object.findIndex(word => stops.has(word))
  const phrase = singularPhrase(cut === -1 ? object : object.slice(0, cut))
  const said = saidIn(tool.description)
  const services = servicesOf(tool)
  const verbs = new Set([verb, ...said.verbs, ...keywordVerbs(tool, [...words.slice(1), ...services])])
  const isRead = tool.effect === 'read' || tool.effect === 'pure'
  const named = tool.keywords
    .filter(word => !verbs.has(word) && word !== tool.server)
    .map(word => singularOf(word).singular)
  const plain = [phrase, ...nounsAfter(phrase), ...said.nouns, ...named].filter(noun => noun !== '')
  const nouns = new Set([...plain, ...services.flatMap(service => plain.map(noun => `${service} ${noun}`))])
  return {
    tool,
    verb,
    verbs,
    groups: new Set([...verbs].flatMap(each => verbGroups.get(each) ?? [])),
    object: phrase,
    nouns,
    aliases: new Set(),
    args: argumentsOf(tool, phrase),
    isRead,
    gives: isRead ? givenOf(tool, phrase) : null,
    services,
  }
}

/** A built-in tool is found by its keywords: `list_sort` is said "sort". */
function ownModelOf(tool: HubTool): ToolModel {
  const prompts = tool.examples.map(({ prompt }) => prompt.toLowerCase())
  const shown = prompts.map(prompt => prompt.split(' ')[0]!)
  const isShownAsNoun = (word: string) =>
    prompts.some(prompt => new RegExp(`\\b(?:the|an?) (?:\\w+ )?${word}\\b`).test(prompt))
  const values = new Set(
    argumentsOf(tool, '').flatMap(({ type }) => (type.k === 'text' ? [...(type.said?.keys() ?? [])] : [])),
  )
  const known = tool.keywords.filter(
    word =>
      commands.has(word) ||
      verbGroups.has(word) ||
      (values.has(word) && !isShownAsNoun(word) && !isTaken(word)),
  )
  // Without an example, the first of its keywords is its verb.
  const verbs = new Set([...shown, ...known, ...tool.keywords.slice(0, shown.length === 0 ? 1 : 0)])
  const named = [...tool.keywords, ...wordsOf(tool.name)].filter(
    word => (!verbs.has(word) || (isShownAsNoun(word) && !isTaken(word))) && word !== 'new',
  )
  const nouns = new Set(
    named
      .map(word => singularOf(word).singular)
      .filter(noun => prompts.some(prompt => prompt.includes(noun))),
  )
  return { ...modelOf(tool), verb: shown[0] ?? tool.name, verbs, object: '', nouns, gives: null }
}

/** "Creates an issue in a GitHub repository": the server's slug as a proper name. */
function servicesOf({ server, title, description }: HubTool): readonly string[] {
  if (server === null) return []
  const said = `${title}. ${description}`
  const name = new RegExp(`(?<=[a-z,] )((?:[A-Z]\\w+ )?)(${server.replaceAll('-', '[ -]?')})\\b`, 'gi')
  return [
    ...new Set(
      [...said.matchAll(name)]
        .filter(([, , found]) => /[A-Z]/.test(found!))
        .flatMap(([, before, found]) => [
          found!.toLowerCase(),
          ...(/^[A-Z]/.test(before!) ? [`${before}${found}`.toLowerCase()] : []),
        ]),
    ),
  ]
}

/** Verbs stand first among the keywords, before what the tool works on. */
function keywordVerbs({ keywords, server }: HubTool, objects: readonly string[]): readonly string[] {
  const known = new Set([...objects.map(word => singularOf(word).singular), server])
  const end = keywords.findIndex(word => known.has(singularOf(word).singular) || /[^a-z]/.test(word))
  return keywords.slice(0, end === -1 ? keywords.length : end)
}

/** What sends a message to an e-mail address sends mails; what another tool makes is no word for it. */
function aliasesOf(
  model: ToolModel,
  tools: readonly ToolModel[],
  entities: ReadonlyMap<string, Entity>,
): Set<string> {
  const isMessage = messages.some(({ words }) => words.some(word => model.nouns.has(word)))
  if (model.isRead || !isMessage || ![...model.groups].some(group => /^(send|post)$/.test(group)))
    return new Set()
  const own = [model.tool.description, ...model.args.map(arg => arg.description)].join('\n')
  return new Set(
    messages
      .filter(({ said }) => said === null || said.test(own))
      .flatMap(({ words }) => words)
      .filter(
        word =>
          !model.nouns.has(word) &&
          !entities.has(word) &&
          !tools.some(other => !other.isRead && other !== model && other.nouns.has(word)) &&
          !tools.some(({ args }) => args.some(arg => arg.words.at(-1) === word && word !== 'email')),
      ),
  )
}

/** `channel message` is a message, too. */
function nounsAfter(phrase: string): string[] {
  const words = phrase.split(' ')
  return words.length > 1 ? [words.at(-1)!] : []
}

function singularPhrase(words: readonly string[]): string {
  return words.map((word, index) => (index === words.length - 1 ? singularOf(word).singular : word)).join(' ')
}

/** "Posts a message in a chat channel": the verb it begins with and the object after it. */
function saidIn(description: string): { verbs: string[]; nouns: string[] } {
  const words =
    description
      .toLowerCase()
      .match(/[\p{L}-]+/gu)
      ?.slice(0, 9) ?? []
  const verb =
    words[0] === undefined
      ? undefined
      : (lemmasOf(words[0]).find(lemma => lemma !== words[0] && /[^s]$/.test(lemma)) ?? words[0])
  if (verb === undefined) return { verbs: [], nouns: [] }
  const verbs = [verb]
  if (words[1] === 'or' && words[2] !== undefined) verbs.push(lemmasOf(words[2]).at(-1)!, words[2])
  const at = words.findIndex((word, index) => index > 0 && articles.has(word))
  const after = at === -1 ? [] : words.slice(at + 1)
  const end = after.findIndex(word => stops.has(word) || ends.has(word))
  const phrase = (end === -1 ? after : after.slice(0, end))
    .slice(0, 3)
    .map(word => (word === 'e-mail' ? 'email' : word))
  const noun = singularPhrase(phrase)
  // "Asks the insurer to verify the cover of a patient": what is done in the end.
  const to = words.indexOf('to')
  if (to > 1 && articles.has(words[to + 2] ?? '') && words[to + 3] !== undefined) {
    verbs.push(words[to + 1]!)
    return { verbs, nouns: [words[to + 3]!, ...(noun === '' ? [] : [noun, ...nounsAfter(noun)])] }
  }
  return { verbs, nouns: noun === '' ? [] : [noun, ...nounsAfter(noun), ...forWhom(noun, after, end)] }
}

/** "Creates a reminder for the front desk": a front desk reminder */
function forWhom(noun: string, after: readonly string[], end: number): string[] {
  if (after[end] !== 'for' || !articles.has(after[end + 1] ?? '')) return []
  const rest = after.slice(end + 2, end + 4)
  return rest.length === 0 || rest.some(word => stops.has(word) || ends.has(word))
    ? []
    : [`${rest.join(' ')} ${noun}`]
}
const articles = new Set(['a', 'an', 'the', 'one', 'all', 'new'])
const ends = new Set([
  'that',
  'which',
  'and',
  'or',
  'optionally',
  'is',
  'are',
  'as',
  'so',
  'cannot',
  'whose',
  'who',
  'if',
  'only',
  'via',
  'this',
])

function argumentsOf(tool: HubTool, object: string): readonly Argument[] {
  const { properties = {}, required = [] } = tool.inputSchema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => {
    const base = fieldOf(name, schema, required.includes(name))
    const isId = base.words.length === 1 && base.words[0] === 'id'
    return {
      ...base,
      ...(isId && object !== '' && { ref: { role: object, noun: object } }),
      isRequired: required.includes(name),
      schema,
      isOwn: tool.server === null,
      isObject: schema['x-object'] === true,
      intro: textsIn(schema['x-words']),
    }
  })
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter(each => typeof each === 'string').map(each => each.toLowerCase())
    : []
}

export function fieldOf(name: string, schema: JsonSchema, isSure: boolean): Field {
  const words = wordsOf(name)
  const description = typeof schema['description'] === 'string' ? schema['description'] : ''
  const isRef = words.length > 1 && /^ids?$/.test(words.at(-1)!)
  const role = words.slice(0, -1).join(' ')
  const [said, ...also] = kindsIn(description)
  return {
    name,
    words,
    type: typeOf(schema, singularOf(words.at(-1) ?? name).singular),
    isSure,
    description,
    ref: isRef ? { role, noun: said ?? role, ...(also.length > 0 && { also }) } : null,
  }
}

/** "Id of the order or customer, or SKU of the product": order, customer, product */
function kindsIn(description: string): string[] {
  const keyed =
    /\b(?:id|number|identifier|key|sku|code)s? of (?:the |an? )?(?:new |old |assigned )?([a-z]+)(?: or (?:an? |the )?([a-z]+))?/gi
  return [...description.matchAll(keyed)]
    .flatMap(([, first, second]) => [first, second])
    .flatMap(kind => (kind === undefined ? [] : [kind.toLowerCase()]))
}

/** An argument that is called as the key of a kind of records, which has no id: "SKU of the product". */
function keyRef(arg: Argument, entities: ReadonlyMap<string, Entity>): void {
  const noun = kindsIn(arg.description)[0]
  const entity = noun === undefined ? undefined : entities.get(noun)
  if (arg.ref !== null || entity === undefined || entity.fields.some(({ name }) => name === 'id')) return
  if (/^(key|number|code|sku|slug)$/.test(arg.name) && entity.fields.some(({ name }) => name === arg.name))
    arg.ref = { role: entity.noun, noun: entity.noun }
}

/**
 * An id of what no tool knows by that name refers to nothing: what the description says counts, then the
 * name.
 */
function resolveRef(field: Field, entities: ReadonlyMap<string, Entity>): void {
  if (field.ref === null) return
  const { role, noun } = field.ref
  const last = role.split(' ').at(-1)!
  // "Employee id of the manager"
  const kind = /^([a-z]+) (?:id|number|key)\b/i.exec(field.description)?.[1]?.toLowerCase() ?? ''
  const found = [noun, role, kind, last].find(each => entities.has(each))
  const also = field.ref.also?.filter(each => each !== found && entities.has(each)) ?? []
  const known = found === undefined ? role : entities.get(found)!.noun
  field.ref = { role, noun: known, ...(also.length > 0 && { also }) }
}

/**
 * "Name of the service", "Key of the flag": what is known by another field than its id. A field of that name,
 * `service`, is one of those, too.
 */
function keysOf(tools: readonly ToolModel[], entities: ReadonlyMap<string, Mutable<EntityModel>>): void {
  const all = tools.flatMap(({ args }) => args)
  for (const arg of all) {
    const [, name, noun] =
      /^(?:the )?(name|key|code|slug|number) of (?:the|an?) (?:[a-z]+ )??([a-z]+(?: [a-z]+)?)/i.exec(
        arg.description,
      ) ?? []
    const entity = [noun, noun?.split(' ')[0], noun?.split(' ').at(-1)]
      .map(each => entities.get(each?.toLowerCase() ?? ''))
      .find(Boolean)
    if (entity === undefined || arg.ref !== null || arg.type.k !== 'text' || arg.type.values !== undefined)
      continue
    const field = entity.fields.find(each => each.name === name!.toLowerCase())
    if (field === undefined || all.some(({ ref }) => ref?.noun === entity.noun && entity.key === undefined))
      continue
    entity.key = field.name
    arg.ref = { role: entity.noun, noun: entity.noun }
  }
  const keyed = new Set([...entities.values()].filter(({ key }) => key !== undefined))
  if (keyed.size === 0) return
  for (const { fields } of new Set(entities.values()))
    for (const field of fields)
      if (field.ref === null && field.type.k === 'text' && field.type.values === undefined)
        for (const entity of keyed)
          if (field.words.join(' ') === entity.noun) field.ref = { role: entity.noun, noun: entity.noun }
}

export function typeOf(schema: JsonSchema, noun: string): Type {
  const types = ([] as unknown[]).concat(schema['type'] ?? []).filter(type => type !== 'null')
  // A text, or several: "to".
  const isTextOrMore =
    types.includes('string') && types.every(each => /^(string|array|integer)$/.test(String(each)))
  const type = types.length === 1 ? types[0] : isTextOrMore ? 'string' : undefined
  if (Array.isArray(schema['enum']))
    return {
      k: 'text',
      values: schema['enum'].filter(value => typeof value === 'string') as string[],
      said: saidValues(schema['x-value-words']),
    }
  if (type === 'string' && schema['x-value-words'] !== undefined)
    return { k: 'text', said: saidValues(schema['x-value-words']) }
  if (type === 'string') return { k: 'text', format: formatOf(schema) }
  if (type === 'number' || type === 'integer') return { k: 'number' }
  if (type === 'boolean') return { k: 'bool' }
  if (type === 'array') return { k: 'list', of: typeOf((schema['items'] ?? {}) as JsonSchema, noun) }
  if (type === 'object' && schema['properties'] !== undefined)
    return { k: 'record', entity: entityOf(schema, noun) }
  const isOfRows = types.includes('object') && types.every(each => /^(object|array)$/.test(String(each)))
  return isOfRows ? row : any
}

/** How values are said: comma is `,`. */
function saidValues(words: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof words !== 'object' || words === null) return undefined
  return new Map(
    Object.entries(words).flatMap(([value, said]) => textsIn(said).map(each => [each, value] as const)),
  )
}

function formatOf(schema: JsonSchema): string | undefined {
  if (typeof schema['format'] === 'string') return schema['format']
  return /YYYY-MM-DD|ISO 8601 date/i.test(String(schema['description'] ?? '')) ? 'date' : undefined
}

function entityOf(schema: JsonSchema, noun: string): Entity {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  const fields = Object.entries(properties).map(([name, each]) =>
    fieldOf(name, each, required.includes(name)),
  )
  return { noun, nouns: [noun], fields, isClosed: fields.length > 0 }
}

/** What a reading tool gives; without a schema what was seen of its results, then what its name says. */
function givenOf(tool: HubTool, noun: string): Given {
  const given = givenBy(tool, tool.outputSchema ?? tool.observedOutput ?? null, noun)
  if (tool.outputSchema !== null || tool.observedOutput === undefined) return given
  // What was seen so far is not all that may come: other fields may be there, and these may be absent.
  const { fields } = given.entity
  const named = namedIn(tool.description, noun).fields.filter(({ name }) =>
    fields.every(field => field.name !== name),
  )
  const loose = [...fields, ...named].map(field => ({ ...field, isSure: false }))
  return { ...given, entity: { ...given.entity, fields: loose, isClosed: false } }
}

function givenBy(tool: HubTool, schema: JsonSchema | null, noun: string): Given {
  const isPlural = wordsOf(tool.name).some((word, index) => index > 0 && singularOf(word).isPlural)
  const isListing = (isPlural || /^list/i.test(tool.name)) && !tool.name.includes('count')
  if (schema === null) {
    const named = namedIn(tool.description, noun)
    return { noun, isMany: isListing, path: null, entity: named }
  }
  const type = typeOf(schema, noun)
  if (type.k === 'list') return { noun, isMany: true, path: null, entity: itemOf(type.of, noun) }
  if (type.k !== 'record') return { noun, isMany: false, path: null, entity: emptyEntity(noun) }
  const lists = type.entity.fields.filter(field => field.type.k === 'list' && field.type.of.k === 'record')
  if (lists.length === 1 && (isListing || type.entity.fields.length <= 3)) {
    const inner = lists[0]!.type as Extract<Type, { k: 'list' }>
    return { noun, isMany: true, path: lists[0]!.name, entity: itemOf(inner.of, noun) }
  }
  return { noun, isMany: false, path: null, entity: type.entity }
}

function itemOf(type: Type, noun: string): Entity {
  return type.k === 'record' ? { ...type.entity, noun } : emptyEntity(noun)
}

function emptyEntity(noun: string): Entity {
  return { noun, nouns: [noun], fields: [], isClosed: false }
}

/**
 * "(id, employee_name, amount)", "Returns id, name and email" in the description of a tool without a schema:
 * its fields, of unknown types.
 */
function namedIn(description: string, noun: string): Entity {
  // "status (open, done)", "price in EUR": what is said of a field in the list.
  const plain = description.replace(/(?<=: .*\w) \(([^()]*)\)/g, '').replace(/(?<=\w) in [A-Z]{3}\b/g, '')
  const name = '[a-zA-Z]\\w*'
  const list = new RegExp(
    `(?:\\(|: ?|\\b[Rr]eturns |\\b[Gg]ives )(${name}(?:, (?:and )?${name}){2,}(?: and ${name})?)(?=[).;]|$)`,
  ).exec(plain)?.[1]
  const names = list?.split(/, (?:and )?| and /) ?? []
  return {
    ...emptyEntity(noun),
    fields: names.map(each => {
      const said = new RegExp(`\\b${each} \\(([^()]*)\\)`).exec(description)?.[1] ?? ''
      const field = fieldOf(each, {}, false)
      const kind = /^(?:an? |the )?([a-z]+) id\b/i.exec(said)?.[1]?.toLowerCase()
      if (kind !== undefined)
        return { ...field, description: said, ref: { role: field.words.join(' '), noun: kind } }
      const values = said.split(', ')
      return values.length > 1 && values.every(value => /^[a-z_]+$/.test(value))
        ? { ...field, type: { k: 'text', values } as const }
        : field
    }),
  }
}

/** What they give is made of what they are given: it is no record that was there. */
const makingVerbs = new Set(
  'create write make render generate parse convert format build export merge patch diff validate transform compute'.split(
    ' ',
  ),
)

function entitiesOf(tools: readonly ToolModel[]): Map<string, Mutable<EntityModel>> {
  const entities = new Map<string, Mutable<EntityModel>>()
  for (const model of tools) {
    const { gives } = model
    if (gives === null || gives.noun === '' || makingVerbs.has(model.verb)) continue
    const known = entities.get(gives.noun)
    const entity = known ?? { ...gives.entity, noun: gives.noun, nouns: [gives.noun], lists: [], gets: [] }
    entity.fields = merged(entity.fields, gives.entity.fields)
    entity.isClosed = known === undefined ? gives.entity.isClosed : known.isClosed || gives.entity.isClosed
    if (gives.isMany) entity.lists = [...entity.lists, model]
    else entity.gets = [...entity.gets, model]
    entities.set(gives.noun, entity)
  }
  for (const entity of [...entities.values()]) nameMore(entity, entities)
  // What a tool gives and what its name says are one kind of records.
  for (const model of tools)
    if (model.gives !== null)
      (model.gives as Mutable<Given>).entity = entities.get(model.gives.noun) ?? model.gives.entity
  return entities
}

/** "expense claims", "claims" for `list_expenses`; "channel messages" are messages when nothing else is. */
function nameMore(entity: Mutable<EntityModel>, entities: Map<string, EntityModel>): void {
  const said = [...entity.lists, ...entity.gets].flatMap(({ tool }) =>
    aliasesIn(tool.description, entity.noun),
  )
  const heads = entity.noun.includes(' ') ? [entity.noun.split(' ').at(-1)!] : []
  const gets = entity.gets.flatMap(({ tool }) => rolesIn(tool.description))
  const records = [entity.noun, ...heads].flatMap(noun => [`${noun} record`, `${noun} file`])
  for (const { tool } of entity.lists) {
    const whole = wholeIn(tool.description)
    if (whole === null || entities.has(whole)) continue
    entity.wholes = [...(entity.wholes ?? []), whole]
    entities.set(whole, entity)
  }
  const leading = entity.lists.flatMap(({ tool }) => leadingIn(tool.description))
  for (const noun of new Set([...said, ...gets, ...heads, ...records, ...leading])) {
    if (entities.has(noun)) continue
    entity.nouns = [...entity.nouns, noun]
    entities.set(noun, entity)
  }
}

/** "Returns the engineer who is on call for a team": the engineer on call, the on-call engineer. */
function rolesIn(description: string): string[] {
  const [, who, what] =
    /\b(?:the|an?) ([a-z]+) who is ([a-z]+ [a-z]+?) (?:for|of|in|at)\b/i.exec(description) ?? []
  if (who === undefined || what === undefined) return []
  const joined = what.replace(' ', '-')
  return [who, `${who} ${what}`, `${joined} ${who}`, `${what} ${who}`, `${who} ${joined}`, `person ${what}`]
}

/** "Lists the entries of the time sheet": the time sheet is all of them. */
function wholeIn(description: string): string | null {
  const said = /\b(?:entries|rows|lines|items|records) (?:of|in|on|from) the ([a-z]+(?: [a-z]+)?)\b/i.exec(
    description,
  )?.[1]
  const words = said?.toLowerCase().split(' ') ?? []
  const end = words.findIndex(word => stops.has(word) || ends.has(word) || closed.has(word))
  const noun = (end === -1 ? words : words.slice(0, end)).join(' ')
  return noun === '' || singularOf(noun).isPlural ? null : noun
}

/** "Exam results: id, score", "Rooms that can be booked": what it begins with, where it is no verb. */
function leadingIn(description: string): string[] {
  const [, phrase] = /^((?:[A-Z][a-z]+ )?[A-Za-z]+s)(?::| of | that | which |\.)/.exec(description) ?? []
  const words = phrase?.toLowerCase().split(' ') ?? []
  if (words.length === 0 || words.some(word => stops.has(word) || closed.has(word) || genericNouns.has(word)))
    return []
  const [first] = words
  const isVerb = lemmasOf(first!).some(lemma => verbGroups.has(lemma) && first !== lemma)
  return words.length === 1 || isVerb || /(?:ed|ing)$/.test(first!) ? [] : [singularPhrase(words)]
}

function aliasesIn(description: string, noun: string): string[] {
  const first = description.toLowerCase().split(/[.(;]/)[0]!
  const words = first.match(/[\p{L}-]+/gu) ?? []
  const at = words.findIndex(word => singularOf(word).singular === noun)
  // "Lists feature flags": of `list_flags`.
  const before = words.slice(1, Math.max(1, at)).filter(word => !articles.has(word) && word !== 'our')
  const full =
    before.length > 0 && before.length < 3 && !before.some(word => closed.has(word) || stops.has(word))
  const longer = full ? [`${before.join(' ')} ${noun}`] : []
  const next = at === -1 ? undefined : words[at + 1]
  if (
    next === undefined ||
    stops.has(next) ||
    ends.has(next) ||
    articles.has(next) ||
    /^.{0,2}$|(?:ing|ed)$/.test(next)
  )
    return longer
  const { singular, isPlural } = singularOf(next)
  return isPlural || next === singular ? [...longer, `${noun} ${singular}`, singular] : longer
}

function merged(first: readonly Field[], second: readonly Field[]): readonly Field[] {
  const names = new Set(first.map(field => field.name))
  return [
    ...first,
    ...second.filter(field => !names.has(field.name)).map(field => ({ ...field, isSure: false })),
  ]
}

function verbsOf(tools: readonly ToolModel[]): Map<string, ToolModel[]> {
  const verbs = new Map<string, ToolModel[]>()
  const add = (verb: string, model: ToolModel) => {
    const models = verbs.get(verb) ?? []
    if (!models.includes(model)) verbs.set(verb, [...models, model])
  }
  for (const model of tools) {
    for (const verb of model.verbs) add(verb, model)
    if (model.isRead) continue
    // "tag the customers", "email the owner", "approve it": a noun or a value of a tool, used as a verb.
    for (const noun of [...model.nouns, ...model.aliases]) if (!noun.includes(' ')) add(noun, model)
    for (const arg of model.args)
      if (arg.type.k === 'text') for (const value of arg.type.values ?? []) add(value.toLowerCase(), model)
  }
  return verbs
}

function enumWordsOf(tools: readonly ToolModel[]): Set<string> {
  const words = new Set<string>()
  const add = (type: Type): void => {
    if (type.k === 'text') for (const value of type.values ?? []) words.add(spoken(value))
    if (type.k === 'list') add(type.of)
    if (type.k === 'record') for (const field of type.entity.fields) add(field.type)
  }
  for (const { args, gives } of tools) {
    for (const arg of args) add(arg.type)
    for (const field of gives?.entity.fields ?? []) add(field.type)
  }
  return words
}

function adjectivesOf(tools: readonly ToolModel[]): Set<string> {
  const flags = tools.flatMap(({ args, gives }) =>
    [...args, ...(gives?.entity.fields ?? [])].filter(field => field.type.k === 'bool'),
  )
  return new Set(
    flags.flatMap(({ words }) => [
      words.at(-1)!,
      words.filter(word => word !== 'is' && word !== 'has').join(' '),
    ]),
  )
}

function verbWordsOf(tools: readonly ToolModel[]): Set<string> {
  const groups = new Set(tools.flatMap(model => [...model.groups]))
  return new Set(
    [...verbGroups]
      .filter(([, own]) => own.some(group => groups.has(group)))
      .map(([verb]) => verb.replace('_', ' ')),
  )
}

/** `on_hold` as it is said: on hold */
export function spoken(value: string): string {
  return remembered(spokenValues, value, each => wordsOf(each).join(' ') || each.toLowerCase())
}
const spokenValues = new Map<string, string>()

/** The word has a meaning of its own already. */
function isTaken(word: string): boolean {
  return closed.has(word) || measures.has(word) || commands.has(word) || ordinals.includes(word)
}

function nounsOf(
  tools: readonly ToolModel[],
  own: readonly ToolModel[],
  entities: ReadonlyMap<string, EntityModel>,
): Map<string, string[][]> {
  const nouns = new Map<string, string[][]>()
  const add = (phrase: string | readonly string[]) => {
    const words = typeof phrase === 'string' ? phrase.split(' ') : [...phrase]
    const key = words[0]!
    const known = nouns.get(key) ?? []
    if (
      words[0] !== '' &&
      !(words.length === 1 && closed.has(words[0]!)) &&
      !known.some(each => each.join(' ') === words.join(' '))
    )
      nouns.set(key, [...known, words])
  }
  const addField = (field: Field) => {
    add(field.words)
    if (field.ref !== null) add(field.ref.role)
    for (let at = 1; at < field.words.length; at++) {
      add(field.words.slice(at))
      add(field.words.slice(0, at))
    }
  }
  for (const noun of entities.keys()) add(noun)
  for (const { args, gives, nouns: objects, aliases, services } of tools) {
    for (const noun of [...objects, ...aliases, ...services]) add(noun)
    for (const arg of args) addField(arg)
    for (const field of gives?.entity.fields ?? []) addField(field)
  }
  for (const { nouns: objects } of own)
    for (const noun of objects)
      if (!noun.split(' ').some(word => isTaken(word) || stops.has(word)) && !genericNouns.has(noun))
        add(noun)
  return nouns
}

export { readVerbs }
