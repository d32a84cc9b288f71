// The prompts that somebody may copy from what we show: of the pages, of the last line of a start, and of the
// templates. Found by their form, so that a new one is found, too.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { templates } from '../../dashboard/pages/workflows/templates.ts'
import { words } from '../../dashboard/words/home.ts'
import { type WelcomeParts, welcome } from '../../main/welcome.ts'
import { type Block, blocksOf } from '../docs/page-blocks.ts'

export interface ShownPrompt {
  /** `docs/guides/hooks.md:12`, with the line of the block; `npm start`; `template greeting`. */
  readonly at: string
  /** Without the line. */
  readonly from: string
  readonly prompt: string
}

const root = join(import.meta.dirname, '../..')
/** The guide of the notation has tests of its own (test/docs/notation.test.ts). */
const pages = globSync('{README.md,chat/*.md,docs/{start,guides,operate}/**/*.md}', { cwd: root })
  .filter(page => page !== 'docs/guides/notation.md')
  .sort()

export function shownPrompts(): readonly ShownPrompt[] {
  return [
    ...pages.flatMap(ofPage),
    ...inText(firstLines()).map(prompt => ({ at: 'npm start', from: 'npm start', prompt })),
    ...templates.map(({ id, prompt }) => ({ at: `template ${id}`, from: `template ${id}`, prompt })),
    { at: 'dashboard/words/home.ts', from: 'dashboard/words/home.ts', prompt: words.describeExample },
  ]
}

function ofPage(page: string): readonly ShownPrompt[] {
  return blocksOf(readFileSync(join(root, page), 'utf8')).flatMap(block =>
    inBlock(block).map(prompt => ({ at: `${page}:${block.line}`, from: page, prompt })),
  )
}

function inBlock({ language, text, task }: Block): readonly string[] {
  // What is answered was asked above.
  if (task.type === 'answer') return []
  if (language === 'prompt' || language === 'notation') return [text]
  return inText(text)
}

/** In JSON, in TypeScript, in a file that a shell writes, said to a chat, or an argument of a command. */
function inText(text: string): readonly string[] {
  return [
    ...[...text.matchAll(/"prompt": ?("(?:[^"\\]|\\.)*")/g)].map(([, json]) => JSON.parse(json!)),
    ...[...text.matchAll(/\bprompt: '((?:[^'\\]|\\.)*)'/g)].map(([, code]) => unescaped(code!)),
    ...[...text.matchAll(/^cat > \S+\.txt <<'END'\n(.*?)\nEND$/gms)].map(([, file]) => file!),
    ...[...text.matchAll(/^say 'new workflow[^:]*: ([^']*)'/gm)].map(([, said]) => said!),
    ...[...text.matchAll(/ --prompt (?:'([^']*)'|"([^"]*)")/g)].map(([, one, two]) => one ?? two!),
  ]
}

function unescaped(code: string): string {
  return code.replaceAll('\\n', '\n').replace(/\\(.)/g, '$1')
}

function firstLines(): string {
  const account = { email: 'dev@troupe.local', password: 'password', apiKey: 'sk_1' }
  const parts = { settings: { host: '127.0.0.1' }, server: { port: 8_080, engine: 'uws' }, account }
  return welcome({ ...parts, link: null, setUp: null, conformanceKey: null, elapsedMs: 1 } as WelcomeParts)
}
