// The menu of the site, made of the folders: each page under the name of its folder, by its first heading.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Entry {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: Entry[]
}

/** The folders in the order in which they are read, by what they are called. */
const folders = {
  start: 'Start',
  guides: 'Guides',
  reference: 'Reference',
  operate: 'Operate',
  internals: 'Internals',
  decisions: 'Decisions',
}

/** Pages that are read first; the others follow by their names. */
const first = [
  'first-workflow',
  'concepts',
  'prompts',
  'notation',
  'plans',
  'production',
  'endpoints',
  'architecture',
]

/** @param docs the folder docs/ */
export function sidebar(docs: string): Entry[] {
  return Object.entries(folders)
    .map(([folder, text]) => ({ text, collapsed: folder === 'decisions', items: pages(docs, folder) }))
    .filter(({ items }) => items.length > 0)
}

/** One entry for each folder, which leads to its first page. */
export function navigation(docs: string): { text: string; link: string }[] {
  return sidebar(docs).map(({ text, items = [] }) => ({ text, link: items[0]!.link! }))
}

function pages(docs: string, folder: string): Entry[] {
  if (!existsSync(join(docs, folder))) return []
  return globSync('**/*.md', { cwd: join(docs, folder) })
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map(file => ({
      text: heading(join(docs, folder, file)),
      link: `/${folder}/${file.replace(/(?:README)?\.md$/, '')}`,
    }))
}

function rank(file: string): number {
  if (file === 'README.md') return -1
  const at = first.indexOf(basename(file, '.md'))
  return at < 0 ? first.length : at
}

function heading(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? basename(file, '.md')
}
