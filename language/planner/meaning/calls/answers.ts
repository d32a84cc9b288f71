// What a built-in tool gives from here on: the page that was got beside the answer that brought it, a text, a
// list, a figure, by the nouns of the tool and of its result.
import type { HubTool } from '../../../../domain/tools/tool.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { typeOf } from '../../lexicon/tool-model.ts'
import { any, type Entity, row, wordsOf } from '../../lexicon/types.ts'
import type { State, Val } from '../state.ts'
import { access } from '../values.ts'

/**
 * @param nouns by which it may be meant, too
 * @param more what else is known of it
 * @param url of what was got from the web, where it was written
 */
export function answered(
  state: State,
  tool: HubTool,
  cel: string,
  nouns: readonly string[] = [],
  more: Partial<Val> = {},
  url: unknown = null,
): void {
  const schema = tool.outputSchema ?? {}
  const type = typeOf(schema, 'answer')
  const names = new Set(nouns.filter(noun => !noun.includes(' ')))
  if (isOfWeb(tool) && type.k === 'record') {
    const entity: Entity = { ...type.entity, noun: 'response', nouns: ['response'], isAnswer: true }
    const answer: Val = { cel, type: { k: 'record', entity } }
    // "It" is what was got. How it came is spoken of by name: its status, the headers of the response.
    state.refer(['response', 'answer'], answer, { isAside: true })
    names.delete('url')
    const body = access(cel, 'body')
    const { many, one } = namesAt(url)
    // What is sent somewhere is hardly spoken of by what comes back.
    const isTold = tool.effect === 'write' && state.reachable.some(({ val }) => val.isOpen === true)
    const open = isTold || many !== null ? {} : ({ isOpen: true } as const)
    const rows: Val = { cel: body, type: { k: 'list', of: row } }
    if (many !== null) state.refer([many, 'row', 'one'], isTold ? rows : { ...rows, isOpen: true })
    const page: Val = { cel: body, type: any, answer, ...open }
    if (one === null) state.refer([...names, ...pages], page)
    else state.refer([...names, ...pages.filter(noun => noun !== 'item'), one], { ...page, kind: one })
    return
  }
  const title = wordsOf(String(schema['title'] ?? '')).map(word => singularOf(word).singular)
  const kinds = type.k === 'list' ? ['list', 'item', 'one', 'row'] : type.k === 'text' ? ['text'] : []
  const figure = type.k === 'number' ? ['number', 'figure', 'value'] : []
  state.refer([...new Set([...names, title.join(' '), ...kinds, ...figure, 'result'])], {
    cel,
    type,
    ...(type.k === 'any' && { isOpen: true }),
    ...more,
  })
}

/** What is at an address: users at `https://example.com/v1/users?active=1`, a user at `.../users/7`. */
function namesAt(url: unknown): { many: string | null; one: string | null } {
  const text = String((url as { $t?: unknown } | null)?.$t ?? url)
  const path = /^https?:\/\/[^/?#]+\/([^?#]*?)(?:\.json)?\/?(?:[?#]|$)/i.exec(text)?.[1] ?? ''
  const [last = '', before = ''] = path.toLowerCase().split('/').reverse()
  return { many: kindIn(last), one: /\d|[$]/.test(last) ? kindIn(before) : null }
}

function kindIn(segment: string): string | null {
  const { singular, isPlural } = singularOf(segment)
  return isPlural && /^[a-z]+$/.test(segment) && !/^(?:data|datum)$/.test(singular) ? singular : null
}

const pages = 'page content body data document file json html csv text website result list item'.split(' ')

/** What it answers is a page, with how it came. */
export function isOfWeb({ outputSchema }: HubTool): boolean {
  const properties = (outputSchema?.['properties'] ?? {}) as object
  return Object.hasOwn(properties, 'status') && Object.hasOwn(properties, 'body')
}
