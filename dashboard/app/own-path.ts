// Where an address may lead to next: somebody may have written it who wants people to go elsewhere.

/** A path of this dashboard, and of no other origin; else the home page. */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//')) return '/'
  const url = new URL(value, location.origin)
  return url.origin === location.origin && !value.includes('\\') ? url.pathname + url.search + url.hash : '/'
}
