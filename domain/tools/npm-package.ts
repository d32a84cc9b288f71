// npm packages that an admin may install as tool servers on stdio, when the operator allows them
// (`packages` in the file of STDIO_SERVERS). A tool server of one has the URL `npm:<name>@<version>`. Pure;
// rpc/packages/ installs them.
import { z } from 'zod'

export interface NpmPackage {
  readonly name: string
  /** Exact, such as 1.2.3. */
  readonly version: string
}

/** An installed package, as the row of its tool server keeps it. */
export interface KeptPackage extends NpmPackage {
  /** Of its tarball. */
  readonly integrity: string
  /** Path of the program inside of the package. */
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The variable that takes the credential; null: it takes none. */
  readonly credential: string | null
  /** package-lock.json: what it depends on, each with its version and integrity. */
  readonly lockfile: string
}

const scheme = 'npm:'
/** None begins with `-`: a program could read it as an option. */
const namePart = '[a-z0-9~][a-z0-9._~-]*'
const namePattern = new RegExp(`^(?:@${namePart}/)?${namePart}$`)
const versionPattern = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,100})?(?:\+[0-9A-Za-z.-]{1,100})?$/
const integrityPattern = /^sha512-[A-Za-z0-9+/]{86}==$/
/** That of npm. */
const nameLength = 214

export function isPackageName(text: string): boolean {
  return text.length <= nameLength && namePattern.test(text)
}

/** Not a range, and not a tag such as `latest`. */
export function isExactVersion(text: string): boolean {
  return versionPattern.test(text)
}

/** `@scope/name@1.2.3`; null for what is no package with an exact version. */
export function npmPackageOf(text: string): NpmPackage | null {
  const at = text.lastIndexOf('@')
  const [name, version] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && isPackageName(name) && isExactVersion(version) ? { name, version } : null
}

export function packageText({ name, version }: NpmPackage): string {
  return `${name}@${version}`
}

/** The package in `npm:<name>@<version>`; null for every other URL. */
export function packageInUrl(url: string): NpmPackage | null {
  return url.startsWith(scheme) ? npmPackageOf(url.slice(scheme.length)) : null
}

export function packageUrl(wanted: NpmPackage): string {
  return `${scheme}${packageText(wanted)}`
}

/** `npm:<name>`, where hosts are written that a credential may go to: every version of the package. */
export function packageInHost(pattern: string): string | null {
  const name = pattern.startsWith(scheme) ? pattern.slice(scheme.length) : ''
  return isPackageName(name) ? name : null
}

/** What an admin names, so that nothing else is installed. */
export const ExactPackage = z
  .string()
  .max(400)
  .refine(
    text => npmPackageOf(text) !== null,
    'expected an npm package with its exact version, such as @scope/name@1.2.3',
  )
  .meta({ example: '@scope/name@1.2.3' })
export const Integrity = z
  .string()
  .regex(integrityPattern, 'expected sha512- and the SHA-512 of the tarball in base64, as npm writes it')
  .meta({ example: `sha512-${'A'.repeat(86)}==` })

/** What the operator allows: a name, all names of a scope, or all. */
export const PackagePattern = z
  .string()
  .refine(
    text => text === '*' || isPackageName(text.replace(/\/\*$/, '/x')),
    'expected the name of an npm package, @scope/* or *',
  )

export function allowsPackage(patterns: readonly string[], name: string): boolean {
  return patterns.some(
    pattern =>
      pattern === '*' ||
      pattern === name ||
      (pattern.startsWith('@') && pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1))),
  )
}

/** Variables that change what runs, rather than what it works on: no registry sets them. */
export function isReservedVariable(name: string): boolean {
  return /^(?:PATH|HOME|TMPDIR|LANG|IFS|ENV|BASH_ENV|SHELL|(?:NODE|LD|DYLD|NPM|UV|PYTHON|OPENSSL|SSL)_.*)$/i.test(
    name,
  )
}
