// What a start warns of: who may come in and what they could use then, and settings that production wants.
// main.ts prints a line for each. Pure.
import type { Settings, Variables } from '../domain/settings/settings.ts'
import type { StdioSettings } from '../rpc/stdio/stdio-file.ts'

export interface WarningParts {
  readonly settings: Settings
  readonly environment: Variables
  /** Tool servers on stdio that the operator allows. */
  readonly allowed: StdioSettings
}

/** Without `warning: `. */
export function startWarnings({ settings, environment, allowed }: WarningParts): string[] {
  const closed = closedEntries(allowed)
  if (!settings.isProduction) return closed
  return [...strangers(settings, allowed), ...closed, ...addresses(settings, environment)]
}

/** Open is the default, so it is said aloud. */
function strangers({ signUp, appUrl, executionLimits, model }: Settings, allowed: StdioSettings): string[] {
  if (signUp !== 'open') return []
  const { free } = executionLimits
  const each = 'each organization'
  const usable = [`${free ?? 'any number of'} executions a month for ${each} (FREE_TIER_EXECUTIONS)`]
  if (model !== null) {
    const most = model.cuPerMonth === null ? 'without a limit' : `${model.cuPerMonth} compute units a month`
    usable.push(`the model ${model.model} (MODEL_URL), ${most} for ${each} (MODEL_CU_PER_MONTH)`)
  }
  const programs = allowed.specs.filter(({ organizations }) => organizations === undefined)
  if (programs.length > 0)
    usable.push(`the programs ${programs.map(({ name }) => name).join(', ')} (STDIO_SERVERS)`)
  if (allowed.packages !== null && allowed.packages.organizations === undefined)
    usable.push(`the npm packages ${allowed.packages.npm.join(', ')} (STDIO_SERVERS)`)
  return [
    `SIGN_UP is open: anybody who reaches ${appUrl} makes an account, and can use ${usable.join('; ')}. SIGN_UP=invited or SIGN_UP=off closes it`,
  ]
}

function closedEntries({ specs }: StdioSettings): string[] {
  const closed = specs.filter(({ organizations }) => organizations?.length === 0).map(({ name }) => name)
  if (closed.length === 0) return []
  return [
    `STDIO_SERVERS: no organization can add ${closed.join(', ')}: an entry with an environment is closed until its "organizations" names their ids, or "*" for all`,
  ]
}

function addresses({ appUrl, corsOrigins, hstsSeconds }: Settings, { APP_URL: given }: Variables): string[] {
  const found: string[] = []
  if (!given || new URL(appUrl).hostname === 'localhost')
    found.push(
      `APP_URL is ${given ? 'of this machine only' : 'not set'}: links in mails and the names of tokens say ${appUrl}. Set it to the address that people open, such as https://troupe.example.com`,
    )
  else if (!appUrl.startsWith('https:'))
    found.push(
      `APP_URL is not https: passwords and tokens travel in the clear. Put a proxy with TLS in front`,
    )
  else if (hstsSeconds === 0)
    found.push(
      'HSTS_SECONDS is not set: a browser may still be led to http. Set HSTS_SECONDS=31536000, once https works for good',
    )
  if (corsOrigins.includes('*'))
    found.push(
      'CORS_ORIGINS is *: pages of every origin may call the API with a credential. List the origins that do, such as https://app.example.com',
    )
  return found
}
