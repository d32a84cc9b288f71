// The log as the runtime and the layers above it use it: pino's shape, nothing of pino.

export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

const secretNames = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'proxy-authorization']

/** For pino: what authorises a request is left out of every line, up to four levels down. */
export const redactedPaths: string[] = ['', '*.', '*.*.', '*.*.*.'].flatMap(above =>
  secretNames.map(name =>
    name.includes('-') ? `${above.replace(/\.$/, '')}["${name}"]` : `${above}${name}`,
  ),
)
