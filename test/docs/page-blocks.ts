// The fenced blocks of a page of the documentation, and what the words after a fence's language ask for. Read
// by page-run.ts, which carries them out, and by examples.test.ts.
// 1. Every word is known: a misspelt one is a problem of the page, never a block that is quietly left out.

export interface Block {
  /** Of the opening fence, from 1. */
  readonly line: number
  /** `sh`, `json`, ...; empty when the fence names none. */
  readonly language: string
  readonly text: string
  readonly task: Task
}

/** What is done with a block. `none`: nothing is asked. `skipped`: the page says why it is not run. */
export type Task =
  | { readonly type: 'run' | 'answer' | 'ready' | 'plan' | 'none' }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'skipped'; readonly reason: string }
  | { readonly type: 'unknown'; readonly words: string }

/** Languages whose blocks are examples: in a guide each says what is to be done with it. */
export const exampleLanguages: readonly string[] = ['sh', 'json', 'ts', 'prompt']

const tasks: Readonly<Record<string, readonly string[]>> = {
  sh: ['run'],
  ts: ['run'],
  json: ['answer', 'plan'],
  text: ['answer'],
  prompt: ['ready'],
}

export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = []
  let open: { line: number; fence: string; indent: number; info: string; lines: string[] } | null = null
  for (const [index, line] of page.split('\n').entries()) {
    const [, indent = '', fence = '', info = ''] = /^( *)(`{3,}) *(.*)$/.exec(line) ?? []
    if (open === null) {
      if (fence !== '') open = { line: index + 1, fence, indent: indent.length, info: info.trim(), lines: [] }
    } else if (info === '' && fence.length >= open.fence.length) {
      blocks.push(block(open.line, open.info, open.lines.join('\n')))
      open = null
    } else open.lines.push(line.replace(new RegExp(`^ {0,${open.indent}}`), ''))
  }
  return blocks
}

function block(line: number, info: string, text: string): Block {
  const [language = '', ...words] = info.split(/\s+/)
  return { line, language, text, task: taskOf(language, words) }
}

function taskOf(language: string, words: readonly string[]): Task {
  const said = words.join(' ')
  const skip = /(?:^| )skip: *(.*)$/.exec(said)
  if (skip !== null && skip[1] !== '') return { type: 'skipped', reason: skip[1]! }
  if (said === '') return { type: 'none' }
  if (tasks[language]?.includes(said)) return { type: said as 'run' | 'answer' | 'ready' | 'plan' }
  const refused = language === 'prompt' ? /^refused ([A-Z_]+)$/.exec(said) : null
  return refused === null ? { type: 'unknown', words: said } : { type: 'refused', code: refused[1]! }
}
