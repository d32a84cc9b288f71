#!/bin/sh
# Run once by the image of PostgreSQL, when it makes its database: lets standbys of the network in (compose.cluster.yaml).
echo 'host replication troupe samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
# A commit that is acknowledged is on both: what is accepted is not lost with the first. Read at the next start, as none
# could follow while the database is made.
echo "synchronous_standby_names = 'standby'" >> "$PGDATA/postgresql.conf"
