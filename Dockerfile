# Two images. `product`, the default, is the whole product: `node server/app/index.ts` runs the TypeScript as
# it is; only the web app is built. It is configured by the variables of .env.example alone and keeps
# nothing inside; a house (SALES=off) keeps its database and its sound in the volume /data. `standins` is
# for rehearsals on one machine (compose.yaml).

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund

# Stand-ins need development dependencies: a mail server, a mail parser and a speech synthesizer.
FROM packages AS standins
COPY shared ./shared
COPY standins ./standins
RUN mkdir /data && chown node:node /data
ENV DATA_DIR=/data
USER node
CMD ["node", "standins/index.ts"]

FROM packages AS build
COPY . .
RUN node scripts/build.ts
# npm can pack no links between PostgreSQL's libraries, and once the product runs, nobody may write here.
RUN ["node", "-e", "import('./server/base/db/embedded/prepareCluster.ts').then(({ prepareBinaries }) => prepareBinaries('/tmp', {}, console.log))"]
# The image has its own Node and ffmpeg. pdf.js would draw with the canvas; we read text, in a process
# that may load no addon.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/@ffmpeg-installer node_modules/@napi-rs/canvas*

FROM node:24-slim AS product
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# Owned by root: an attacker who takes over the process cannot change the program.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/server ./server
COPY --from=build /app/shared ./shared
# The only folder the process may write to; empty unless a house keeps its data there. An .env whose
# DATA_DIR is empty leads to the same place.
RUN mkdir /data && chown node:node /data && ln -s /data .data
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
USER node
EXPOSE 3000
# Migrations run at start, under a lock; /readyz answers 200 only after them.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz?exclude=storage&exclude=production&exclude=writes`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Hands its episodes back and ends within 10 s; npm in between would swallow the signal.
STOPSIGNAL SIGTERM
CMD ["node", "server/app/index.ts"]
