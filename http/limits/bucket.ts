/**
 * The rate limit that a request counts in; `none` is for health checks. `hook`: of one hook, whoever calls it
 * (http/triggers/deliveries.ts). `oauth`: applications register and renew their tokens; they share no count
 * with failed logins, which come from the same address where people and programs sit behind one.
 */
export type Bucket = 'auth' | 'write' | 'read' | 'rpc' | 'oauth' | 'hook' | 'none'
