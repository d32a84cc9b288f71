# Troupe in production, with a PostgreSQL of its own beside it (compose.yaml).
FROM node:22-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The chat SDK, whose widget the service gives to web pages: the installation builds it.
COPY chat chat
RUN npm ci --omit=dev && npm cache clean --force

# The dashboard needs the development dependencies to be built, and none of them to be served.
FROM node:22-slim AS dashboard
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts && npm run dashboard:build

FROM node:22-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
# What .dockerignore leaves: the program, no tests, no data, no secrets. It belongs to root, and is only read.
COPY . .
COPY --from=dependencies /app/chat/dist chat/dist
COPY --from=dashboard /app/dashboard/dist dashboard/dist
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "start.js"]
