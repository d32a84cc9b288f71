// Commands on texts: letters, separators, CSV and JSON.

import type { NounTerm, Np, Post } from '../../grammar/terms.ts'
import { wordTable } from '../../lattice/word-table.ts'
import { any, row, type Type, text, wordsOf } from '../../lexicon/types.ts'
import { latestText } from '../nouns/referents.ts'
import { argument, resolve } from '../nouns/resolve.ts'
import { dead, leftOver, type State, type Val } from '../state.ts'
import { celOf } from '../values.ts'

export function separatorOf(np: Np): string {
  if (np.t === 'value' && np.value.v === 'text') return np.value.text
  return characterName(np) ?? dead('joined with what?')
}

const characters = wordTable<string>({
  comma: ', ',
  space: ' ',
  dash: '-',
  hyphen: '-',
  semicolon: '; ',
  line: '\n',
  newline: '\n',
  'line break': '\n',
  underscore: '_',
  slash: '/',
  dot: '.',
  tab: '\t',
  nothing: '',
})

function characterName(np: Np): string | null {
  return np.t === 'noun' && np.post.length === 0 ? (characters[np.head.words.join(' ')] ?? null) : null
}

/** CEL of a character that is named: a space, every dash. */
export function characterOf(np: Np): string | null {
  const named = characterName(np)
  return named === null ? null : JSON.stringify(named === ', ' ? ',' : named)
}

const cases = wordTable<'upper' | 'lower'>({
  'upper case': 'upper',
  uppercase: 'upper',
  capital: 'upper',
  'capital letter': 'upper',
  'lower case': 'lower',
  lowercase: 'lower',
  'small letter': 'lower',
})

export function caseOf(np: Np): 'upper' | 'lower' | null {
  if (np.t === 'value' && np.value.v === 'word') return cases[np.value.text.toLowerCase()] ?? null
  if (np.t !== 'noun') return null
  const words = [...np.pre.flatMap(pre => (pre.p === 'adjective' ? [pre.words] : [])), ...np.head.words]
  return cases[words.join(' ')] ?? cases[words.slice(0, 2).join(' ')] ?? null
}

export function converted(state: State, subject: Np, target: Np): void {
  const letters = caseOf(target)
  if (letters !== null) {
    const val = resolve(state, subject)
    if (val.type.k === 'list') {
      if (val.type.of.k !== 'text' && val.type.of.k !== 'any') dead('only texts have letters')
      const all = state.set('texts', { $: `${celOf(state, val)}.map(each, ${letters}(each))` })
      const noun = subject.t === 'noun' ? subject.head.words.join(' ') : 'item'
      const list: Val = { cel: all, type: { k: 'list', of: text }, base: val }
      state.refer([noun, 'text', 'list', 'item', 'one', 'result'], list)
      return
    }
    if (val.type.k !== 'text' && val.type.k !== 'any') dead('only a text has letters')
    const cel = state.set('text', { $: `${letters}(${celOf(state, val)})` })
    state.refer(['text', 'result', ...(val.hint ?? [])], { cel, type: text, base: val })
    return
  }
  const words = target.t === 'noun' ? target.head.words.join(' ') : ''
  const isText = /^(text|plain text|plaintext)$/.test(words) || (target.t === 'noun' && words === 'text')
  const isHtml = subject.t === 'noun' && subject.head.words.includes('html')
  if (isText && isHtml) {
    const args = { html: argument(insideOf(state, subject as NounTerm)) }
    const cel = state.compute('html_to_text', args, 'text')
    state.refer(['text', 'result', 'plain text'], { cel, type: text })
    return
  }
  dead('into what?')
}

/** "the HTML in {{inputs.html}}", "the CSV {{inputs.csv}}" */
function insideOf(state: State, np: NounTerm): Val {
  const [post, ...rest] = np.post
  if (rest.length > 0) dead(leftOver)
  if (post?.p === 'value') return resolve(state, { t: 'value', value: post.value, span: np.span })
  if (post?.p === 'prep' && ['in', 'from', 'of'].includes(post.prep)) return resolve(state, post.np)
  return dead('where is it?')
}

export function parsed(state: State, np: Np, as: Np | null): void {
  if (as?.t === 'noun' && (as.owner !== null || as.pre.length + as.post.length > 0)) dead('parsed as what?')
  const kind =
    as?.t === 'noun'
      ? as.head.words.join(' ')
      : np.t === 'noun'
        ? np.head.words.join(' ')
        : as?.t === 'value' && as.value.v === 'word'
          ? as.value.text.toLowerCase()
          : ''
  const source =
    as !== null
      ? resolve(state, np)
      : np.t === 'noun'
        ? sourceOf(state, { ...np, post: np.post.filter(post => !isColumns(post)) })
        : dead('what is to be parsed?')
  // "the CSV file", where a tool reads files: a file is no text.
  const isFile = (nouns: ReadonlySet<string>) => nouns.has(kind) || nouns.has(`${kind} file`)
  if (/ file$|^spreadsheet$/.test(kind) && state.lexicon.tools.some(({ nouns }) => isFile(nouns)))
    dead('a file is no text')
  if (/csv|spreadsheet|table/.test(kind)) {
    const cel = state.compute('csv_parse', { text: argument(source) }, 'rows')
    const names = np.t === 'noun' ? np.post.filter(isColumns).flatMap(columnsIn) : []
    state.refer(['row', 'line', 'list', 'item', 'one', 'result', 'record', 'entry', 'csv'], {
      cel,
      type: { k: 'list', of: names.length === 0 ? row : rowOf(names) },
    })
  } else if (/json/.test(kind)) {
    const cel = state.compute('json_parse', { text: argument(source) }, 'parsed')
    const nouns = ['json', 'result', 'data', 'object', 'list', 'item', 'row', 'one', 'record', 'entry']
    state.refer(nouns, { cel, type: any, isOpen: true, base: source })
  } else dead('parsed as what?')
}

/** "Parse CSV": what was got last. */
function sourceOf(state: State, np: NounTerm): Val {
  if (np.post.length > 0) return insideOf(state, np)
  if (np.owner !== null || np.pre.length > 0) return dead('what is to be parsed?')
  const val = latestText(state)
  state.note('read as being about what was got last')
  return val
}

/** "(columns: number, amount)", "with the columns email and name": known from the first line of the file. */
function isColumns(post: Post): boolean {
  return post.p === 'prep' && post.np.t === 'noun' && /^(column|columns|header)$/.test(post.np.head.words[0]!)
}

function columnsIn(post: Post): string[] {
  const posts = post.p === 'prep' && post.np.t === 'noun' ? post.np.post : []
  return posts.flatMap(each => (each.p === 'named' ? [each.name] : []))
}

/** A row has what its columns are called. */
function rowOf(names: readonly string[]): Type {
  const fields = names.map(name => ({
    name,
    words: wordsOf(name),
    type: any,
    isSure: true,
    description: '',
    ref: null,
  }))
  return {
    k: 'record',
    entity: { noun: 'row', nouns: ['row', 'line', 'record', 'entry'], fields, isClosed: true },
  }
}

/** "the regex "(\\d+)"": what it finds is no text as it stands. */
export function patternOf(np: Np): string | null {
  if (np.t !== 'noun' || !/^(regex|regexp|pattern|regular expression)$/.test(np.head.words.join(' ')))
    return null
  const [post, ...rest] = np.post
  if (rest.length > 0 || np.pre.length > 0 || np.owner !== null) return dead('which pattern?')
  return post?.p === 'value' && post.value.v === 'text' ? post.value.text : dead('which pattern?')
}

export function replaced(state: State, find: string, by: Np, where: Np | null): void {
  const inside = where === null ? latestText(state) : resolve(state, where)
  if (inside.type.k !== 'text' && inside.type.k !== 'any') dead('only in a text signs are replaced')
  const put = characterName(by) ?? argument(resolve(state, by))
  const args = { text: argument(inside), find, replacement: put, regex: true }
  const cel = state.compute('text_replace', args, 'text')
  state.refer(['text', 'result', ...(inside.hint ?? [])], { cel, type: text, base: inside })
}

export function jsonVal(state: State, np: Np): Val {
  if (np.t === 'noun' && /json|payload|object|data/.test(np.head.words.join(' '))) return insideOf(state, np)
  return resolve(state, np)
}
