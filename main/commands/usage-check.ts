// `npm run usage:check`: recomputes every figure of usage from the journal, also while the server runs, and
// names those that differ (exit code 1). Days from which retention has removed executions are left out.
import { checkUsage } from '../../actors/usage-check.ts'
import { dayOf } from '../../domain/billing/usage.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import { reachDatabase } from '../../storage/postgres/reach-database.ts'
import { inSnapshot } from '../../storage/postgres/snapshot.ts'

/** Lines that are printed. */
const mostShown = 50

try {
  await main()
} catch (error) {
  console.error(`usage:check: ${(error as Error).message}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { retentionDays } = settings
  const since = retentionDays === 0 ? 0 : dayOf(Date.now() - (retentionDays - 1) * 86_400_000)
  const database = await reachDatabase(settings)
  try {
    const check = (queries: Parameters<typeof checkUsage>[0]) => checkUsage(queries, since)
    const { executions, differences } = await inSnapshot(database.url, check)
    for (const line of differences.slice(0, mostShown)) console.log(line)
    const verdict =
      differences.length === 0 ? 'every figure is right' : `${differences.length} figures differ`
    console.log(`${executions} executions folded: ${verdict}`)
    if (differences.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}
