// Looks for servers with language models on this machine, when somebody asks for it. Their addresses are
// fixed: nothing of a request says where to look. main/services.ts makes it; the routes of models call it.
import {
  type FoundServers,
  type LocalServer,
  localNames,
  localServers,
} from '../../domain/models/connecting.ts'
import type { Outbound, OutboundTimeouts } from '../outbound/outbound.ts'
import { offeredModels } from './offered-models.ts'

export interface LocalModels {
  /** @throws the reason of the signal */
  find(signal: AbortSignal): Promise<FoundServers>
  /** Base URL of its API. */
  urlOf(local: LocalServer): string
}

export type LocalUrls = Readonly<Record<LocalServer, string>>

/** Nobody who is at home needs longer. */
const timeouts: OutboundTimeouts = { connectMs: 500, firstByteMs: 1_500, totalMs: 2_000 }
/** Of each server. */
const mostShown = 50

const usualUrls: LocalUrls = { ollama: localServers.ollama.url, lmstudio: localServers.lmstudio.url }

/** @param urls default: where they listen unless somebody has moved them */
export function localModels(outbound: Outbound, urls: LocalUrls = usualUrls): LocalModels {
  return {
    urlOf: local => urls[local],
    async find(signal) {
      const servers = localNames.map(async local => {
        const source = { provider: 'compatible', url: urls[local], key: null } as const
        const offered = await offeredModels(outbound, source, { signal, timeouts })
        const models = offered.ok ? offered.models.slice(0, mostShown).map(({ name }) => name) : []
        return { local, title: localServers[local].title, isThere: offered.ok, models }
      })
      return { servers: await Promise.all(servers) }
    },
  }
}
