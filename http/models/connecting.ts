// Connects a language model in one step: asks the provider what it offers, keeps the key as a credential and
// the model in the settings, and has it plan a sample. Called by `POST /api/v1/models/connect`.
// 1. A key that its provider refuses is not kept.
// 2. The same model of the same provider is there once: a further key takes the place of its key.
// 3. The key is in no answer, message or entry of the audit log.
import { Failure } from '../../domain/failure.ts'
import {
  type ConnectedModel,
  type ConnectModel,
  chosenModel,
  localServers,
  ownerOfKey,
  usualTokens,
} from '../../domain/models/connecting.ts'
import { type Model, modelBounds, providerUrls } from '../../domain/models/model.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import { type ModelSource, offeredModels } from '../../rpc/models/offered-models.ts'
import { refuseBadUrl } from '../../rpc/outbound/refuse-bad-url.ts'
import type { Services } from '../services.ts'
import { sampled } from './sampling.ts'

type Parts = Pick<
  Services,
  | 'audit'
  | 'credentials'
  | 'localModels'
  | 'models'
  | 'modelSettings'
  | 'networkPolicy'
  | 'outbound'
  | 'thinking'
>

/** @throws {Failure} validation-failed: whose key it is, the key itself, or which model; conflict */
export async function connectModel(
  services: Parts,
  actor: Actor,
  body: ConnectModel,
  signal: AbortSignal,
): Promise<ConnectedModel> {
  const { organizationId } = actor.caller
  const source = sourceOf(services, body)
  refuseBadUrl(source.url, services.networkPolicy)
  const offered = await offeredModels(services.outbound, source, { signal })
  if (!offered.ok) {
    const field =
      body.local !== undefined ? 'local' : offered.error.code === 'unauthenticated' ? 'key' : 'url'
    throw new Failure('validation-failed', `${field}: ${offered.error.message}`)
  }
  const names = offered.models.map(({ name }) => name)
  const wanted = body.model ?? chosenModel(source.provider, offered.models) ?? nameOne(names)
  const { name } = await kept(services, actor, { ...source, wanted, local: body.local })
  const tried = await sampled(services, organizationId, name, signal)
  if (tried === null) throw new Failure('conflict', `somebody has removed the model ${name} meanwhile`)
  return { ...tried, offered: names }
}

function sourceOf({ localModels }: Parts, { key, local, provider, url }: ConnectModel): ModelSource {
  if (local !== undefined) return { provider: 'compatible', url: localModels.urlOf(local), key: null }
  const owner = provider ?? ownerOfKey(key!)
  const address = url ?? (owner === null ? null : providerUrls[owner])
  if (owner === null || address === null)
    throw new Failure(
      'validation-failed',
      'provider: the form of this key does not say whose it is: name openai, anthropic, or compatible with its url',
    )
  return { provider: owner, url: address, key: key! }
}

function nameOne(offered: readonly string[]): never {
  const some = offered.length === 0 ? '' : `, for instance ${offered.slice(0, 10).join(', ')}`
  throw new Failure('validation-failed', `model: expected the name of a model of this provider${some}`)
}

interface Wanted extends ModelSource {
  readonly wanted: string
  readonly local: ConnectModel['local']
}

/** In the settings, with its key as a credential. */
async function kept(services: Parts, actor: Actor, wish: Wanted): Promise<Model> {
  const { organizationId } = actor.caller
  const { modelSettings } = services
  const { models } = await modelSettings.get(organizationId)
  const { provider, url, wanted, local } = wish
  const before = models.find(
    each =>
      each.provider === provider && each.model === wanted && (each.url ?? providerUrls[provider]) === url,
  )
  if (before === undefined && models.length >= modelBounds.perOrganization)
    throw new Failure('conflict', `the organization has ${modelBounds.perOrganization} models: remove one`)
  const credential = await keptKey(services, actor, wish, before?.credential ?? null)
  const isFree = local !== undefined
  const now: Model = before
    ? { ...before, credential, plans: null }
    : {
        ...{ name: freeName(wanted, models), provider, model: wanted, credential, plans: null },
        ...usualTokens[provider],
        url: url === providerUrls[provider] ? null : url,
        cuPerThousandTokens: isFree ? 0 : 1,
        default: models.length === 0,
      }
  const list = before ? models.map(each => (each === before ? now : each)) : [...models, now]
  await modelSettings.change(organizationId, { models: list })
  return now
}

/** @returns id of the credential; null: the server asks for none */
async function keptKey(
  { audit, credentials }: Parts,
  actor: Actor,
  { provider, url, key, local }: Wanted,
  before: string | null,
): Promise<string | null> {
  if (key === null) return null
  const { organizationId, userId } = actor.caller
  const known = await credentials.named(organizationId)
  const old = known.find(({ id, name, kind }) => kind === 'model' && (id === before || name === before))
  const secret = { apiKey: key }
  const { host } = new URL(url)
  const title = local === undefined ? titles[provider] : localServers[local].title
  const made =
    old === undefined
      ? await credentials.create(organizationId, userId, {
          ...{ kind: 'model', secret, allowedHosts: [host] },
          name: freeName(`${title ?? host} key`, known),
        })
      : await credentials.update(organizationId, old.id, { secret })
  const action = old === undefined ? 'credential.created' : 'credential.updated'
  await audit.record(entryOf(actor, action, { type: 'credential', id: made.id, name: made.name }))
  return made.id
}

const titles = { openai: 'OpenAI', anthropic: 'Anthropic', compatible: null } as const

/** The name, or the first of "name 2", "name 3" that nothing has. */
function freeName(wanted: string, taken: readonly { readonly name: string }[]): string {
  const base = wanted.slice(0, modelBounds.nameLength - 5)
  const names = new Set(taken.map(({ name }) => name))
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base} ${count}`
    if (!names.has(name)) return name
  }
}
