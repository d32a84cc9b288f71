/** The rate limit that a request counts in; `none` is for health checks. */
export type Bucket = 'auth' | 'write' | 'read' | 'rpc' | 'none'
