// What every command works with: output, credentials, input, and the connection to the service. Made by
// troupe.ts.
import { createClient, type TroupeClient } from '../http/client.ts'
import { Credentials, type Variables } from './credentials.ts'
import { NotLoggedIn } from './exit-codes.ts'
import { createOutput, type Output, type Streams } from './output.ts'

export interface Context {
  readonly output: Output
  readonly credentials: Credentials
  readonly variables: Variables
  /** Standard input and error are a terminal, so questions can be asked. */
  readonly isInteractive: boolean
  /**
   * After this call Ctrl-C and SIGTERM abort the signal instead of ending the program; a second one ends it.
   */
  readonly leaving: () => AbortSignal
  /** All of standard input. */
  readonly readInput: () => Promise<string>
  /** @throws {NotLoggedIn} by its calls */
  readonly connect: () => Promise<TroupeClient>
}

export interface Surroundings extends Streams {
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean }
  readonly variables: Variables
  readonly leaving: () => AbortSignal
}

export function createContext(around: Surroundings, isJson: boolean): Context {
  const credentials = new Credentials(around.variables)
  return {
    output: createOutput(around, isJson),
    credentials,
    variables: around.variables,
    isInteractive: around.stdin.isTTY === true && around.stderr.isTTY === true && !isJson,
    leaving: around.leaving,
    readInput: async () => {
      let text = ''
      const decoder = new TextDecoder()
      for await (const chunk of around.stdin)
        text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      return text
    },
    connect: async () =>
      createClient({
        baseUrl: await credentials.url(),
        token: async () => {
          const token = await credentials.token()
          if (token === null)
            throw new NotLoggedIn('not logged in: run "troupe login", or set TROUPE_API_KEY')
          return token
        },
      }),
  }
}
