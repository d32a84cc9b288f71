// Which test files share a process: those of one folder that stand beside each other, some at a time.
import { parallelism } from './parallelism.ts'

/** Files that share a process. */
export type Group = readonly string[]

/**
 * These change what a process is (its clock, its modules, its limits), need an engine of HTTP that nobody has
 * closed in it before, or take as long as a group.
 */
const alone =
  /\.long\.ts$|^test\/(simulation|chaos|stall|fuzz|probes)\/|^test\/(runtime\/process|http\/engines)\//

/** So many at most: a process that ends early takes no more than these with it. */
const most = 16

/** What takes long starts first, so that nothing is left over at the end that only one processor works on. */
const order = ['chaos', 'simulation', 'product', 'dashboard', 'chat', 'fuzz', 'conformance', 'cli', 'planner']

export function groupsOf(files: readonly string[]): readonly Group[] {
  const [single, others] = [files.filter(file => alone.test(file)), files.filter(file => !alone.test(file))]
  const kinds = Map.groupBy(others, kindOf)
  const shared = [...kinds.values()].flatMap(kind => chunks(kind))
  return [...single.map(file => [file]), ...shared].sort((a, b) => rankOf(a) - rankOf(b))
}

/** The folder in test/ that a file lies in. */
export function kindOf(file: string): string {
  return file.split('/').length > 2 ? file.split('/')[1]! : 'tree'
}

/** As even as can be, at least one for each processor where there are files enough. */
function chunks(files: readonly string[]): Group[] {
  const count = Math.max(
    Math.ceil(files.length / most),
    Math.min(parallelism, Math.floor(files.length / 8)),
    1,
  )
  return Array.from({ length: count }, (_, at) =>
    files.slice(Math.floor((at * files.length) / count), Math.floor(((at + 1) * files.length) / count)),
  )
}

function rankOf([file = '']: Group): number {
  const rank = order.indexOf(kindOf(file))
  return rank === -1 ? order.length : rank
}
