# Every service that needs no browser, the migrations and the operator's commands (packages/tools/admin). Build from the root of the repository:
#   docker build -f infra/docker/node.Dockerfile -t gleaner/node .
# Node runs the TypeScript sources as they are: there is nothing to compile.

FROM node:24.21.0-bookworm-slim AS fetched
WORKDIR /app
ENV CI=true
RUN npm install --global pnpm@10.34.8
# All packages of the lockfile, in a layer that only a change of the lockfile renews.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch

# The database client and the dashboard are made with tools that the image itself does without.
FROM fetched AS generated
COPY . .
RUN pnpm install --offline --frozen-lockfile && node scripts/generate.mjs

FROM fetched AS production
COPY . .
RUN pnpm install --offline --frozen-lockfile --prod --ignore-scripts \
  --filter-prod "{./services/*}..." --filter-prod "{./packages/tools/admin}..."

FROM node:24.21.0-bookworm-slim
# Reads pictures several times faster than the OCR engine that comes with the npm packages; and the allocator below.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tesseract-ocr libjemalloc2 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=production /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=production /app/node_modules ./node_modules
COPY --from=production /app/clients ./clients
COPY --from=production /app/packages ./packages
COPY --from=production /app/services ./services
# The gateway hands them out.
COPY --from=production /app/docs ./docs
COPY --from=generated /app/packages/platform/db/src/generated ./packages/platform/db/src/generated
COPY --from=generated /app/clients/dashboard/dist ./clients/dashboard/dist
COPY .env.example ./
COPY infra/docker/healthcheck.mjs infra/docker/check-settings.ts infra/docker/migrate.ts ./infra/docker/
# Screenshots and PDFs; a volume that is mounted here takes over the owner.
RUN mkdir -p /data/files && chown node:node /data/files

USER node
# Names are resolved in threads, half of the pool at most: with Node's four threads two dead name servers would hold up
# every other site. glibc gives up on a server after two seconds, twice, so that a thread is not lost for long.
ENV UV_THREADPOOL_SIZE=64 RES_OPTIONS="timeout:2 attempts:2"
# As in packages/tools/devstack/src/allocator.ts.
ENV LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF="background_thread:true,narenas:1,dirty_decay_ms:100,muzzy_decay_ms:0"
# made: settings, by `pnpm docs`; change the services' src/config.ts or infra/deployments.ts
ENV HOST=0.0.0.0 NODE_ENV=production REALTIME_HOST=0.0.0.0 STORAGE_DIR=/data/files OPS_HOST=0.0.0.0 OPS_PORT=9090 DRAIN_TIME=5s
# end: settings
EXPOSE 8080 9090
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["node", "infra/docker/healthcheck.mjs"]
# As in packages/tools/devstack/src/supervised-process.ts.
ENTRYPOINT ["node", "--min-semi-space-size=8", "--max-semi-space-size=8"]
CMD ["services/gateway/src/main.ts"]
