// Keeps a model that somebody connects in the settings, with its key as a credential. Called by
// connecting.ts.
// 1. Others may change the settings at the same time: what they keep stays. Where they have changed the same
//    model meanwhile, it is looked at anew.
// 2. A key whose model is not kept is not kept either.
import { Failure } from '../../domain/failure.ts'
import { type ConnectModel, localServers, usualTokens } from '../../domain/models/connecting.ts'
import { type Model, modelBounds, providerUrls } from '../../domain/models/model.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import type { ModelSource } from '../../rpc/models/offered-models.ts'
import type { Services } from '../services.ts'

type Parts = Pick<Services, 'audit' | 'credentials' | 'modelSettings'>

export interface Wanted extends ModelSource {
  readonly wanted: string
  readonly local: ConnectModel['local']
}

/** Each is another change by others at the same time. */
const attempts = 5

/** @throws {Failure} conflict: there are too many, or others change the same again and again */
export async function keptModel(services: Parts, actor: Actor, wish: Wanted): Promise<Model> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const kept = await tryToKeep(services, actor, wish)
    if (kept !== null) return kept
  }
  throw new Failure('conflict', 'others change the models at the same time: try again')
}

/** @returns null: somebody has changed the same meanwhile */
async function tryToKeep(services: Parts, actor: Actor, wish: Wanted): Promise<Model | null> {
  const { organizationId } = actor.caller
  const { modelSettings } = services
  const { models } = await modelSettings.stored(organizationId)
  const before = sameIn(models, wish)
  if (before === undefined) refuseMore(models)
  const key = await keptKey(services, actor, wish, before?.credential ?? null)
  if (key === 'taken') return null
  let made: Model | null = null
  try {
    await modelSettings.changeModels(organizationId, list => {
      const now = sameIn(list, wish)
      if ((now?.credential ?? null) !== (before?.credential ?? null)) return null
      if (now === undefined) refuseMore(list)
      made = modelOf(wish, { list, before: now, credential: key?.id ?? null })
      return now === undefined ? [...list, made] : list.map(each => (each === now ? made! : each))
    })
  } finally {
    if (made === null && key?.isNew) await dropKey(services, actor, key)
  }
  return made
}

function sameIn(models: readonly Model[], { provider, url, wanted }: Wanted): Model | undefined {
  return models.find(
    each =>
      each.provider === provider && each.model === wanted && (each.url ?? providerUrls[provider]) === url,
  )
}

function refuseMore(models: readonly Model[]): void {
  if (models.length >= modelBounds.perOrganization)
    throw new Failure('conflict', `the organization has ${modelBounds.perOrganization} models: remove one`)
}

interface Place {
  readonly list: readonly Model[]
  readonly before: Model | undefined
  readonly credential: string | null
}

function modelOf({ provider, url, wanted, local }: Wanted, { list, before, credential }: Place): Model {
  if (before !== undefined) return { ...before, credential, plans: null }
  return {
    ...{ name: freeName(wanted, list), provider, model: wanted, credential, plans: null },
    ...usualTokens[provider],
    url: url === providerUrls[provider] ? null : url,
    cuPerThousandTokens: local === undefined ? 1 : 0,
    default: list.length === 0,
  }
}

interface KeptKey {
  /** Of the credential. */
  readonly id: string
  readonly name: string
  readonly isNew: boolean
}

/** @returns null: the server asks for none; `taken`: somebody has made one of the name meanwhile */
async function keptKey(
  { audit, credentials }: Parts,
  actor: Actor,
  { provider, url, key, local }: Wanted,
  before: string | null,
): Promise<KeptKey | 'taken' | null> {
  if (key === null) return null
  const { organizationId, userId } = actor.caller
  const known = await credentials.named(organizationId)
  const old = known.find(({ id, name, kind }) => kind === 'model' && (id === before || name === before))
  const secret = { apiKey: key }
  const { host } = new URL(url)
  const title = local === undefined ? titles[provider] : localServers[local].title
  const name = freeName(`${title ?? host} key`, known)
  let made: { readonly id: string; readonly name: string }
  try {
    made =
      old === undefined
        ? await credentials.create(organizationId, userId, {
            ...{ kind: 'model', secret, allowedHosts: [host], name },
          })
        : await credentials.update(organizationId, old.id, { secret })
  } catch (error) {
    const now = error instanceof Failure && old === undefined ? await credentials.named(organizationId) : []
    if (now.some(each => each.name === name)) return 'taken'
    throw error
  }
  const action = old === undefined ? 'credential.created' : 'credential.updated'
  await audit.record(entryOf(actor, action, { type: 'credential', id: made.id, name: made.name }))
  return { id: made.id, name: made.name, isNew: old === undefined }
}

async function dropKey({ audit, credentials }: Parts, actor: Actor, { id, name }: KeptKey): Promise<void> {
  await credentials.remove(actor.caller.organizationId, id)
  await audit.record(entryOf(actor, 'credential.deleted', { type: 'credential', id, name }))
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
