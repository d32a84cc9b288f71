// Who imports whom, read from the text of the files. For laws about the whole tree: layers.test.ts,
// house.test.ts.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readSource, type Source } from './source.ts'

export interface Import {
  /** Path from the root. */
  readonly file: string
  /** Path from the root, or the name of a package. */
  readonly target: string
  readonly isRelative: boolean
  /** Nothing is left of it at run time. `import { type A }` is not: the file is loaded all the same. */
  readonly isType: boolean
}

export const root = join(import.meta.dirname, '../..')

/** What is made, installed or kept beside the sources. */
const foreign = ['node_modules', 'data', 'dist', 'out', 'coverage']

/** Paths from the root of all sources, sorted: `node_modules` and what begins with a dot left out. */
export function filesOf(extensions: readonly string[]): readonly string[] {
  const isOurs = (path: string) =>
    path.split('/').every(part => !part.startsWith('.') && !foreign.includes(part))
  const exclude = (path: string) => !isOurs(path)
  return globSync(`**/*.{${extensions.join(',')},}`, { cwd: root, exclude })
    .filter(isOurs)
    .sort()
}

export function sourceOf(file: string): Source {
  return readSource(readFileSync(join(root, file), 'utf8'))
}

const statement =
  /(?<![.\w])(?:import|export)\s+(?<type>type\s(?!from\b))?(?:[\w$]+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)?\s*(?:from\s*)?(?<static>'\s*')|(?<typeof>typeof\s+)?\bimport\(\s*(?<dynamic>'\s*')/dg

/** @param file path from the root of the one that imports */
export function importsOf(file: string, { text, code }: Source): readonly Import[] {
  return [...code.matchAll(statement)].map(({ groups, indices }) => {
    const [from, to] = indices!.groups![groups!['static'] === undefined ? 'dynamic' : 'static']!
    const named = text.slice(from + 1, to - 1)
    const isRelative = named.startsWith('.')
    const target = isRelative ? normalize(join(dirname(file), named)) : named
    const isType = groups!['type'] !== undefined || groups!['typeof'] !== undefined
    return { file, target, isRelative, isType }
  })
}

/** The files that a file loads, whether at once or through others; it is one of them. */
export function closureOf(file: string, imports: readonly Import[]): ReadonlySet<string> {
  const targets = targetsOf(imports)
  const reached = new Set([file])
  for (const each of reached) for (const target of targets.get(each) ?? []) reached.add(target)
  return reached
}

/**
 * Files that reach each other: strongly connected components of more than one file, largest first.
 * @see Tarjan, "Depth-first search and linear graph algorithms", 1972
 */
export function cyclesOf(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = targetsOf(imports)
  const order = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string) => {
    const own = { index: order.size, low: order.size, isOpen: true }
    order.set(file, own)
    stack.push(file)
    for (const target of targets.get(file) ?? []) {
      const other = order.get(target) ?? visit(target)
      if (other.isOpen) own.low = Math.min(own.low, other.low)
    }
    if (own.low < own.index) return own
    const members = stack.splice(stack.indexOf(file))
    for (const member of members) order.get(member)!.isOpen = false
    if (members.length > 1) cycles.push(members.sort())
    return own
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return cycles.sort((a, b) => b.length - a.length || a[0]!.localeCompare(b[0]!))
}

function targetsOf(imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ours = imports.filter(({ isRelative }) => isRelative)
  return new Map(
    [...Map.groupBy(ours, ({ file }) => file)].map(([file, each]) => [
      file,
      new Set(each.map(({ target }) => target)),
    ]),
  )
}
