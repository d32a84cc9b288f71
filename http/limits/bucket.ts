/**
 * The rate limit that a request counts in; `none` is for health checks. `hook`: of one hook, whoever calls it
 * (http/triggers/deliveries.ts).
 */
export type Bucket = 'auth' | 'write' | 'read' | 'rpc' | 'hook' | 'none'
