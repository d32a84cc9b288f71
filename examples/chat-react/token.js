// POST /token: what a server of yours does for getToken(). It checks who asks (your sign-in, left out here),
// and asks the service for a token of that user, which works on pages of one origin only.

/** @param {{ url: string, apiKey: string, origin: string }} options `apiKey` stays on the server */
export function tokenEndpoint({ url, apiKey, origin }) {
  return async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const answer = await fetch(`${url}/api/v1/chat/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ origin, subject: 'user-4711', ttlSeconds: 3600 }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(await answer.text())
  }
}
