// The log as a port: pino's shape without pino. Every layer writes to it; main.ts gives the real one.

export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

const secretNames = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'proxy-authorization']

/** For pino: leaves the credentials of a request out of every line, up to four levels down. */
export const redactedPaths: string[] = ['', '*.', '*.*.', '*.*.*.'].flatMap(above =>
  secretNames.map(name =>
    name.includes('-') ? `${above.replace(/\.$/, '')}["${name}"]` : `${above}${name}`,
  ),
)
