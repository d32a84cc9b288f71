// A process that runs the embedded PostgreSQL of the data directory in its first argument, prints its URL,
// and stays until it is killed.
import { startEmbedded } from '../../../storage/embedded/embedded.ts'

const { url } = await startEmbedded({ dataDir: process.argv[2]! })
process.stdout.write(`${url}\n`)
process.stdin.resume()
