/**
 * SQL: which history of the database this is. Another one after each promotion of a standby, which may lack
 * what was committed last.
 */
export const timeline = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'
