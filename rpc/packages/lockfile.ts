// Judges the lockfile that npm made for a package: everything comes from the registry, each with its
// integrity, and the package itself is the one that was wanted. Called by package-install.ts.
import { isObject } from '../../domain/json.ts'
import type { NpmPackage } from '../../domain/tools/npm-package.ts'

const bounds = { packages: 1_000, length: 4 * 1024 * 1024 } as const

export type WantedPackage = NpmPackage & { readonly integrity: string }

/** @returns what is wrong, as the end of a sentence; null when nothing is */
export function problemOfLockfile(lockfile: string, wanted: WantedPackage): string | null {
  if (lockfile.length > bounds.length) return `needs a lockfile of more than ${bounds.length} characters`
  const { packages } = JSON.parse(lockfile) as { packages?: unknown }
  if (!isObject(packages)) return 'gets a lockfile of a version that is not known here'
  const { '': _root, [`node_modules/${wanted.name}`]: own, ...others } = packages
  if (Object.keys(others).length > bounds.packages) return `needs more than ${bounds.packages} packages`
  if (!isObject(own) || own['version'] !== wanted.version)
    return `calls itself ${isObject(own) ? own['version'] : 'by another name'}`
  if (own['integrity'] !== wanted.integrity) return 'is not the tarball with this integrity'
  const foreign = Object.entries({ ...others, own }).find(([, one]) => !isOfRegistry(one, one === own))
  return foreign === undefined
    ? null
    : `depends on something that is not in the npm registry: ${nameAt(foreign[0]) || wanted.name}`
}

function isOfRegistry(one: unknown, isOwn: boolean): boolean {
  if (!isObject(one) || one['link'] === true || !dependenciesOf(one).every(isOfName)) return false
  // It came with the tarball of the package that holds it.
  if (isOwn || one['inBundle'] === true) return true
  const { resolved = 'https:', integrity } = one
  return typeof integrity === 'string' && typeof resolved === 'string' && /^https?:/.test(resolved)
}

function dependenciesOf(one: Record<string, unknown>): unknown[] {
  return ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap(field =>
    isObject(one[field]) ? Object.values(one[field]) : [],
  )
}

/** A version, a range, a tag, or another name in the registry; not an address or a folder. */
function isOfName(wanted: unknown): boolean {
  return typeof wanted === 'string' && /^(?:npm:(?:@[^/:]+\/)?[^/:]*|[^/:]*)$/.test(wanted)
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length).slice(0, 214)
}
