// The entry of this installation for the registry of MCP, for whoever publishes it or adds it to an agent.
import { ServerJson, serverJson } from '../../agents/server-json.ts'
import { reply } from '../../pipeline/reply.ts'
import { type Route, route } from '../../pipeline/route.ts'

/** @param url origin of the service, no slash at the end */
export function serverJsonRoutes({ url, version }: { url: string; version: string }): readonly Route[] {
  const entry = serverJson(url, version)
  return [
    route('GET /server.json', {
      summary: 'Get the entry of this service for the registry of MCP servers',
      description:
        'In the format of the official registry, with the address of `/rpc` and the header that it takes.',
      tag: 'rpc',
      public: true,
      bucket: 'read',
      returns: ServerJson,
    }).handle(() => reply(entry, { headers: { 'Cache-Control': 'public, max-age=3600' } })),
  ]
}
