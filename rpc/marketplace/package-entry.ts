// The part of a registry's entry that is an npm package run on stdio: what its program is started with, and
// what a person has to give. Called by registry-entry.ts.
import { hash } from 'node:crypto'
import type { EntryCredential, EntryTransport } from '../../domain/tools/marketplace/marketplace.ts'
import { isExactVersion, isPackageName, isReservedVariable } from '../../domain/tools/npm-package.ts'
import { oneLine } from '../remote/intake/tool-intake.ts'
import {
  type Argument,
  type EnvironmentVariable,
  type Input,
  NpmProgram,
  type ServerJson,
} from './server-json.ts'

export interface PackageEntry {
  readonly transport: EntryTransport
  readonly credential: EntryCredential | null
  /** What becomes settings, by name. */
  readonly variables: Readonly<Record<string, Input>>
}

/** SHA-256 of the address of npm's own registry: no registry's name stands in this program. */
const publicRegistry = '036b43b16792c643378e95923ed2f4cc78e800de141b764aeea70d47580396df'

/** @returns null when the server names no npm package */
export function packageEntryOf({ packages = [] }: ServerJson): PackageEntry | null {
  const found = packages.find(({ registryType }) => registryType === 'npm')
  if (found === undefined) return null
  const read = NpmProgram.safeParse(found)
  if (!read.success) {
    const [{ path, message }] = read.error.issues as [(typeof read.error.issues)[0]]
    return none(`its package does not fit: ${oneLine(`${path.map(String).join('.')}: ${message}`, 200)}`)
  }
  const reason = reasonAgainst(read.data)
  return reason === null
    ? programOf(read.data)
    : none(`its package ${oneLine(read.data.identifier, 100)} ${reason}`)
}

function none(reason: string): PackageEntry {
  return { transport: { type: 'none', reason }, credential: null, variables: {} }
}

function reasonAgainst(program: NpmProgram): string | null {
  const { identifier, version = '', registryBaseUrl, transport } = program
  if (!isPackageName(identifier)) return 'has no name of npm'
  if (!isExactVersion(version)) return `names no exact version: ${oneLine(version, 50) || 'none'}`
  if (registryBaseUrl !== undefined && !isPublic(registryBaseUrl)) return 'comes from a registry of its own'
  if (transport.type !== 'stdio') return `speaks ${oneLine(transport.type, 40)}, not over stdio`
  if (program.runtimeArguments.some(argument => !isYes(argument))) return 'needs arguments of its runtime'
  if (program.packageArguments.some(({ isSecret, variables }) => isSecret || hasSecret(variables)))
    return 'takes a secret as an argument, which everybody on the machine could read'
  const reserved = program.environmentVariables.find(
    ({ name, isRequired }) => isRequired && isReservedVariable(name),
  )
  if (reserved !== undefined) return `needs the variable ${reserved.name}, which can not be set here`
  const secret = program.environmentVariables.filter(isSecret)
  if (secret.filter(({ isRequired }) => isRequired).length > 1) return 'needs more than one secret variable'
  if (secret.some(({ isRequired, value }) => isRequired && value !== undefined))
    return 'needs its secret within a text, which can not be set here'
  return null
}

function isPublic(registry: string): boolean {
  return hash('sha256', registry.replace(/\/+$/, '').toLowerCase()) === publicRegistry
}

/** `npx -y`: it is not asked here. */
function isYes({ name, value }: Argument): boolean {
  return ['-y', '--yes'].includes(name ?? value ?? '')
}

function isSecret({ isSecret, variables }: EnvironmentVariable): boolean {
  return isSecret === true || hasSecret(variables)
}

function hasSecret(variables: EnvironmentVariable['variables'] = {}): boolean {
  return Object.values(variables).some(variable => variable.isSecret)
}

function programOf({ identifier: name, version, ...program }: NpmProgram): PackageEntry {
  const usable = program.environmentVariables.filter(variable => !isReservedVariable(variable.name))
  const secret = usable.filter(isSecret)
  const taken = secret.find(({ isRequired }) => isRequired) ?? secret.find(({ value }) => value === undefined)
  const variables: Record<string, Input> = Object.create(null)
  const templateOf = (key: string, input: Input & { variables?: Record<string, Input> | undefined }) => {
    for (const [gap, asked] of Object.entries(input.variables ?? {})) variables[gap] = asked
    if (input.value !== undefined) return input.value
    variables[key] = { ...input, isRequired: input.isRequired ?? false }
    return `{${key}}`
  }
  const environment = Object.fromEntries(
    usable.filter(one => !isSecret(one)).map(one => [one.name, templateOf(one.name, one)]),
  )
  const args = program.packageArguments.filter(isGiven).flatMap(argument => argsOf(argument, templateOf))
  return {
    transport: {
      ...{ type: 'npm', name, version: version!, args, environment },
      credential: taken?.name ?? null,
    },
    credential: taken === undefined ? null : credentialOf(taken),
    variables,
  }
}

/** An optional argument without a value is left out. */
function isGiven({ value, default: preset, isRequired }: Argument): boolean {
  return value !== undefined || preset !== undefined || isRequired === true
}

function argsOf(argument: Argument, templateOf: (key: string, input: Argument) => string): string[] {
  const { type, name, valueHint } = argument
  const key = (valueHint ?? name ?? 'argument').replace(/^-+/, '').replace(/[^\w-]/g, '_') || 'argument'
  const value = templateOf(key, argument)
  if (type === 'positional') return [value]
  return value === '' ? [name ?? ''] : [name ?? '', value]
}

function credentialOf({ name, isRequired = false, description = '' }: EnvironmentVariable): EntryCredential {
  const words = oneLine(description, 300)
  return {
    kinds: ['bearer', 'header', 'basic'],
    isRequired,
    hint: `Given to its process as the variable ${name}${words === '' ? '' : `: ${words}`}`,
  }
}
