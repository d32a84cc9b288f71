// What is said of a key: its limits in words, and a line to try it with.
import type { Answer, Item } from '../../../../http/client.ts'
import { numberText } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/api-keys.ts'

export type Key = Item<'GET /api/v1/apikeys'>
export type CreatedKey = Answer<'POST /api/v1/apikeys'>
export type Scope = Key['scopes'][number]

export const scopes = [
  'read',
  'write',
  'execute',
  'chat',
  'admin',
  'confirm',
] as const satisfies readonly Scope[]

/** What limits a key beside its scopes. */
export function limitsOf({ tools, allowedIps, allowedOrigins, budget }: Key): string[] {
  const { limits } = words
  return [
    ...(tools === null ? [] : [limits.tools(tools)]),
    ...(budget === null ? [] : [limits.budget(numberText(budget))]),
    ...(allowedIps === null ? [] : [limits.ips(allowedIps)]),
    ...(allowedOrigins === null ? [] : [limits.origins(allowedOrigins)]),
  ]
}

/** A call that the key may do. */
export function curlOf({ key, scopes, allowedOrigins }: CreatedKey, origin: string): string {
  const from = allowedOrigins === null ? '' : ` \\\n  -H "Origin: ${allowedOrigins[0]}"`
  const head = `\\\n  -H "Authorization: Bearer ${key}"${from}`
  if (scopes.includes('read')) return `curl -s ${origin}/api/v1/workflows ${head}`
  const json = `${head} \\\n  -H 'Content-Type: application/json'`
  if (scopes.includes('chat')) return `curl -s ${origin}/api/v1/chat/sessions ${json} -d '{}'`
  if (scopes.includes('write'))
    return `curl -s ${origin}/api/v1/workflows ${json} -d '{"name": "Hello", "prompt": "Return 1"}'`
  if (scopes.includes('execute'))
    return `curl -s ${origin}/api/v1/workflows/<id>/execute ${json} -d '{"inputs": {}}'`
  return `curl -s ${origin}/api/v1/apikeys ${head}`
}
