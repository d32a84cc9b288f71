#!/bin/sh
# Run once by the image of PostgreSQL, when it makes its database: lets standbys of the network in (compose.cluster.yaml).
echo 'host replication troupe samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
