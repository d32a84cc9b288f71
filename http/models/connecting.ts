// Connects a language model in one step: asks the provider what it offers, keeps the key as a credential and
// the model in the settings, and has it plan a sample. Called by `POST /api/v1/models/connect`.
// 1. A key that its provider refuses is not kept.
// 2. The same model of the same provider is there once: a further key takes the place of its key.
// 3. That it is kept is told to the audit log before the sample is asked for.
// 4. The key is in no answer, message or entry of the audit log.
import { Failure } from '../../domain/failure.ts'
import {
  type ConnectedModel,
  type ConnectModel,
  chosenModel,
  ownerOfKey,
} from '../../domain/models/connecting.ts'
import { providerUrls } from '../../domain/models/model.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import { type ModelSource, offeredModels } from '../../rpc/models/offered-models.ts'
import { refuseBadUrl } from '../../rpc/outbound/refuse-bad-url.ts'
import type { Services } from '../services.ts'
import { keptModel } from './keeping.ts'
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
  const { name } = await keptModel(services, actor, { ...source, wanted, local: body.local })
  // At once: whoever waits for the sample may leave.
  const target = { type: 'models', id: organizationId, name: null }
  await services.audit.record(entryOf(actor, 'models.connected', target))
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
