// Content-Type of a file by the end of its name. Other files are bytes, which no browser runs or shows.
import { own } from '../../domain/own.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  wasm: 'application/wasm',
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
}

/** @param name of a file, with or without its folders */
export function contentTypeOf(name: string): string {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return own(types, end) ?? 'application/octet-stream'
}

/** Whether compression makes it smaller. Pictures and fonts are compressed already. */
export function isCompressible(contentType: string): boolean {
  return contentType.includes('charset=') || contentType === 'application/wasm'
}
