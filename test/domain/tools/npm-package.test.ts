import { test } from 'tap'
import { isPackageName, npmPackageOf, packageInUrl } from '../../../domain/tools/npm-package.ts'

test('a name that a program could read as an option is no package', async t => {
  for (const name of ['-x', '--registry', '-', '@-x/y', '@x/-y', '.x', '_x'])
    t.notOk(isPackageName(name), name)
  for (const name of ['x', '@x/y', 'x-', '7zip', '~x', 'a.b_c']) t.ok(isPackageName(name), name)
  t.equal(npmPackageOf('--registry@1.0.0'), null)
  t.equal(packageInUrl('npm:-x@1.0.0'), null)
})
