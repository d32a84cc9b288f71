// Laws about the whole tree, as functions over texts: each says where it is broken. house.test.ts asks them.
import { dirname, join, normalize } from 'node:path'
import { lineAt, type Source } from './source.ts'

export const filesAtMost = 20
export const columnsAtMost = 110

/** Folders whose lists are long by their nature: one file a route, one a migration, one a law. */
const lists = /(^|\/)(test|migrations|routes)(\/|$)/

/** @param files paths from the root */
export function crowdedFolders(files: readonly string[]): readonly string[] {
  const folders = Map.groupBy(files, file => dirname(file))
  return [...folders]
    .filter(([folder, its]) => its.length > filesAtMost && !lists.test(folder))
    .map(([folder, its]) => `${folder}: ${its.length} files`)
}

/** Grammars are recursive by nature: what a sentence, a plan or an expression is made of may be one again. */
const grammars = ['language/planner/', 'domain/plan/', 'domain/expression/']

export function isGrammar(cycle: readonly string[]): boolean {
  return grammars.some(folder => cycle.every(file => file.startsWith(folder)))
}

export function wideComments(file: string, { text, comments }: Source): readonly string[] {
  const lines = text.split('\n')
  return comments.flatMap(comment =>
    comment.text.split('\n').flatMap((_, n) => {
      const { length } = lines[comment.line - 1 + n]!
      return length > columnsAtMost ? [`${file}:${comment.line + n}: ${length} columns`] : []
    }),
  )
}

const sourceName = /(?<![\w./:@*<-])(?:\.{1,2}\/)*((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?)(?![\w*-])/g
/** How recipes call a file that somebody is about to write. */
const placeholder = /(^|\/)(x|\d+-name)\.tsx?$/

/**
 * Names of source files that are none: a name is right when a path ends with it.
 * @param where of the text, for people
 * @param files paths from the root
 */
export function missingFiles(where: string, text: string, files: readonly string[]): readonly string[] {
  return [...text.matchAll(sourceName)].flatMap(({ 1: name, index }) => {
    const isThere = files.some(file => file === name || file.endsWith(`/${name}`))
    return isThere || placeholder.test(name!) ? [] : [`${where}:${lineAt(text, index)}: ${name}`]
  })
}

/**
 * Waits of a test file behind its first test. While the file waits and no test is left to run, tap ends the
 * file and its teardowns take away what is just being started; tests that come later are lost. Relies on the
 * formatter: what the file itself runs is at the left edge, or directly in a block that begins there.
 */
export function lateWaits(file: string, { code }: Source): readonly string[] {
  let head = ''
  let hasTest = false
  return code.split('\n').flatMap((line, n) => {
    if (/^\w/.test(line)) head = line
    const isOfFile = head === line || (/^(?:if|for|while|try|switch)\b/.test(head) && /^ {2}\w/.test(line))
    const isLate = isOfFile && hasTest && /^[^>]*\bawait\b(?! test\()/.test(line)
    hasTest ||= isOfFile && /^\s*(?:await )?test\(/.test(line)
    return isLate ? [`${file}:${n + 1}: ${line.trim()}`] : []
  })
}

/** Of a set of Markdown pages, by their paths from the root. */
export type Pages = ReadonlyMap<string, string>

/**
 * Links of a page that lead to no file, or to no heading of theirs.
 * @param exists is there such a file or folder, by its path from the root?
 */
export function brokenLinks(
  page: string,
  pages: Pages,
  exists: (path: string) => boolean,
): readonly string[] {
  const prose = withoutCode(pages.get(page)!)
  const links = prose.matchAll(/\]\(<?([^)\s>]+)[^)]*\)|^\[[^\]]+\]:\s*(\S+)|\b(?:href|src)="([^"]+)"/gm)
  return [...links].flatMap(({ 1: inline, 2: reference, 3: html }) => {
    const link = inline ?? reference ?? html!
    if (/^([a-z]+:|\/\/)/i.test(link)) return []
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)))
    if (!exists(target)) return [`${page}: ${link}`]
    if (anchor === undefined || !pages.has(target)) return []
    return anchorsOf(pages.get(target)!).has(anchor) ? [] : [`${page}: ${link}: no such heading`]
  })
}

/** As GitHub and GitLab make them of headings; and those that a page sets itself. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const { 1: heading } of withoutFences(markdown).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const words = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let own = slug
    for (let n = 1; anchors.has(own); n++) own = `${slug}-${n}`
    anchors.add(own)
  }
  for (const { 1: id } of markdown.matchAll(/\bid="([^"]+)"|\{#([\w-]+)\}/g)) if (id) anchors.add(id)
  return anchors
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '')
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replace(/(`+)[^`][\s\S]*?\1/g, '')
}

/** @param numbers at least one */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}
