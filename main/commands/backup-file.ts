// A backup file as `load` reads it, and the keys at hand for what is sealed in it. Called by restore.ts and
// trial.ts.
import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type KeySettings, keySource, openKeyRing } from '../../storage/secrets/master-key.ts'
import { createVault } from '../../storage/secrets/vault.ts'

export function openBackup(path: string, settings: KeySettings) {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`)
  return {
    source: pipeline(createReadStream(path), createGunzip(), () => {}),
    keyIds: keyIds(settings),
  }
}

/** Why a backup could not be read, for a person. */
export function complaint(error: Error): string {
  const isOfZlib = (error as NodeJS.ErrnoException).code?.startsWith('Z_')
  return isOfZlib ? `this is not a backup of Troupe, or it is damaged: ${error.message}` : error.message
}

/** Empty when no server has started in the data directory yet. */
function keyIds(settings: KeySettings): readonly string[] {
  const source = keySource(settings)
  if (source.type === 'file' && !existsSync(source.path)) return []
  return createVault(openKeyRing(source)).keyIds
}
