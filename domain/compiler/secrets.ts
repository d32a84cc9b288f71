// Checks the credentials that a plan names: `{"$secret": ...}` in the arguments of a tool, and arguments
// whose schema says `x-credential`. They must exist and be allowed for the host that the step calls. The
// author names them literally: data that an execution meets never chooses which credential is sent. Called
// by domain/compiler/compiler.ts.

import { compileArgument } from '../expression/expression.ts'
import type { Json, JsonObject } from '../json.ts'
import { own } from '../own.ts'
import type { StepOf } from '../plan/blocks/block.ts'
import { sourcesOf } from '../plan/blocks/sources.ts'
import type { Step } from '../plan/plan.ts'
import { secretPlaces } from '../plan/secret-places.ts'
import { allowsHost } from '../tools/allowed-hosts.ts'
import type { HubTool } from '../tools/tool.ts'
import type { Pass } from './compiler.ts'

export interface NamedCredential {
  readonly id: string
  readonly name: string
  /** One of kind `model` is for no tool. Default: any other kind */
  readonly kind?: string
  readonly allowedHosts: readonly string[]
}

/** For steps of every kind: secrets may stand in the arguments of tools only. */
export function checkSecretFields(step: Step, pass: Pass): void {
  for (const source of sourcesOf(step)) {
    if (!('argument' in source) || (step.kind === 'tool' && source.field.startsWith('args.'))) continue
    if (secretPlaces({ value: source.argument }).length === 0) continue
    const message = `${step.id}.${source.field}: a secret can stand only in the arguments of a tool`
    pass.report(step, 'BAD_SECRET', source.field, message)
  }
}

export function checkCredentials(step: StepOf<'tool'>, tool: HubTool, pass: Pass): void {
  for (const { path, secret } of secretPlaces(step.args)) {
    const field = `args.${path.join('.')}`
    if (tool.effect === 'pure') {
      const message = `${step.id}.${field}: ${tool.name} sends nothing anywhere, so it takes no secret`
      pass.report(step, 'BAD_SECRET', field, message)
    } else checkCredential(step, field, secret.credential, pass)
  }
  for (const name of tool.server === null ? credentialArguments(tool) : []) {
    const value = own(step.args, name)
    if (value === undefined) continue
    const field = `args.${name}`
    if (typeof value === 'string') checkCredential(step, field, value, pass)
    else if (!compileArgument(value).isLiteral) {
      const message = `${step.id}.${field}: expected the name of a credential, which cannot be computed`
      pass.report(step, 'BAD_SECRET', field, message)
    }
  }
}

function checkCredential(step: StepOf<'tool'>, field: string, named: string, pass: Pass): void {
  if (pass.credentials === null) return
  const found = pass.credentials.find(({ id, name }) => id === named || name === named)
  if (found === undefined) {
    const message = `${step.id}.${field}: there is no credential ${JSON.stringify(named)}`
    const near = pass.credentials.slice(0, 5).map(({ name }) => name)
    return pass.report(step, 'UNKNOWN_CREDENTIAL', field, message, near)
  }
  if (found.kind === 'model') {
    const message = `${step.id}.${field}: the credential ${found.name} is for language models, not for tools`
    return pass.report(step, 'CREDENTIAL_NOT_ALLOWED', field, message)
  }
  const url =
    step.server === null && typeof step.args['url'] === 'string' ? URL.parse(step.args['url']) : null
  if (url === null || allowsHost(found.allowedHosts, url)) return
  const hosts = found.allowedHosts.join(', ') || 'no host'
  const message = `${step.id}.${field}: the credential ${found.name} is for ${hosts}, not for ${url.host}`
  pass.report(step, 'CREDENTIAL_NOT_ALLOWED', field, message)
}

/** Names of a built-in tool's arguments that hold a credential's name. */
function credentialArguments({ inputSchema }: HubTool): readonly string[] {
  const properties = (inputSchema['properties'] ?? {}) as JsonObject
  return Object.keys(properties).filter(name => hasMark(properties[name]))
}

function hasMark(schema: Json | undefined): boolean {
  return typeof schema === 'object' && schema !== null && (schema as JsonObject)['x-credential'] === true
}
