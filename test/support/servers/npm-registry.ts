// An npm registry on loopback that serves what a test publishes: a packument and the tarball of each version.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serve } from '../../rpc/loopback.ts'

export interface NpmRegistry {
  readonly url: string
  /** Paths that were asked for. */
  readonly asked: string[]
  /** @returns the integrity of its tarball */
  publish(manifest: PublishedManifest, files: Readonly<Record<string, string>>): string
}

export interface PublishedManifest {
  readonly name: string
  readonly version: string
  readonly [field: string]: unknown
}

interface Published {
  readonly manifest: PublishedManifest
  readonly tarball: Buffer
  readonly integrity: string
}

export async function startNpmRegistry(t: Parameters<typeof serve>[0]): Promise<NpmRegistry> {
  const published: Published[] = []
  const asked: string[] = []
  const { origin } = await serve(t, (request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://registry').pathname).slice(1)
    asked.push(path)
    request.resume()
    const tarball = published.find(({ manifest }) => pathOf(manifest) === path)?.tarball
    if (tarball !== undefined) return response.end(tarball)
    const versions = published.filter(({ manifest }) => manifest.name === path)
    response.writeHead(versions.length === 0 ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(versions.length === 0 ? {} : packument(path, versions, origin)))
  })
  return {
    ...{ url: origin, asked },
    publish(manifest, files) {
      const tarball = packed({ ...files, 'package.json': JSON.stringify(manifest) })
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
      published.push({ manifest, tarball, integrity })
      return integrity
    },
  }
}

function pathOf({ name, version }: PublishedManifest): string {
  return `${name}/-/${version}.tgz`
}

function packument(name: string, versions: readonly Published[], origin: string) {
  const described = versions.map(({ manifest, integrity }) => [
    manifest.version,
    { ...manifest, dist: { integrity, tarball: `${origin}/${pathOf(manifest)}` } },
  ])
  const latest = versions.at(-1)!.manifest.version
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(described) }
}

function packed(files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-npm-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'package', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder })
    return readFileSync(join(folder, 'package.tgz'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
