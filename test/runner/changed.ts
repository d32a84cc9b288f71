// Which test files a change can touch: those that load a changed file, by imports.
import { execFileSync } from 'node:child_process'
import { filesOf, importsOf, root, sourceOf } from '../support/imports.ts'

/**
 * Over HTTP a test can be touched by every file of the service; these are run for a change of one, and the
 * tests of the folders that bear a changed file's name.
 */
const product = 'test/support/product.ts'
const smoke = ['test/product/workflows.test.ts', 'test/layers.test.ts', 'test/house.test.ts']

/**
 * @param tests paths from the root
 * @param since a commit; what is not committed counts as changed
 */
export function touchedBy(tests: readonly string[], since: string): readonly string[] {
  const changed = new Set([
    ...linesOf(['diff', '--name-only', since]),
    ...linesOf(['ls-files', '--others', '--exclude-standard']),
  ])
  if (changed.size === 0) return []
  const loaders = Map.groupBy(
    filesOf(['ts', 'tsx'])
      .flatMap(file => importsOf(file, sourceOf(file)))
      .filter(({ isRelative, isType }) => isRelative && !isType),
    ({ target }) => target,
  )
  const touched = new Set(changed)
  // All tests of the product load its support: that one is followed only when it was changed itself.
  for (const each of touched)
    if (each !== product || changed.has(product))
      for (const { file } of loaders.get(each) ?? []) touched.add(file)
  return tests.filter(test => touched.has(test) || smoke.includes(test))
}

function linesOf(args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
