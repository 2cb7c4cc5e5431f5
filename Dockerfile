# Lectern as a container image: docs/admin/docker.md.
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
# sqlite3 is compiled where it has no ready-made binary
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# npm keeps the compiler for the plugin kit, which is not in the image
RUN node scripts/run.mjs bundle \
  && npm prune --omit=dev --workspace=plugin-api --workspace=web --workspace=core --workspace=plugins \
  && rm -rf node_modules/typescript plugin-api/src web/src core/src plugins/*/src

FROM ${NODE_IMAGE} AS run
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
RUN mkdir -p /data /library \
  && chown node:node /data /library
WORKDIR /app
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/plugin-api ./plugin-api
COPY --from=build /src/web ./web
COPY --from=build /src/core ./core
COPY --from=build /src/plugins ./plugins
COPY docker/entrypoint.sh docker/healthcheck.mjs /usr/local/lib/lectern/
ENV NODE_ENV=production LECTERN_DATA=/data LECTERN_PORT=3939
VOLUME /data
EXPOSE 3939
USER node
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/usr/local/lib/lectern/healthcheck.mjs"]
ENTRYPOINT ["/usr/local/lib/lectern/entrypoint.sh"]
CMD ["node", "--max-semi-space-size=8", "--min-semi-space-size=8", "core/bin/lectern.js", "serve"]
