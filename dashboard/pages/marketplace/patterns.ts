// What is read again after an installation has changed.

export const refreshes = [
  'GET /api/v1/marketplace/tools',
  'GET /api/v1/marketplace/tools/:id',
  'GET /api/v1/mcp-servers',
  'GET /api/v1/tools',
] as const
