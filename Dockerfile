# One image for migrate, api and worker: the command says which it is.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npx -y pnpm@10.34.9 install --frozen-lockfile --prod=false && npx -y pnpm@10.34.9 exec tsc -b
# What was built, with the packages that run it alone: no embedded servers, no demo, no tools.
RUN find . -name node_modules -prune -exec rm -rf {} + \
 && npx -y pnpm@10.34.9 install --frozen-lockfile --prod --no-optional --filter "@rewards/api..." --filter "@rewards/worker..." --filter "@rewards/cli..." \
 && rm -rf apps/demo packages/client bench compatibility drill faults fuzz test docs scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=build --chown=node:node /app ./
USER node
CMD ["node", "apps/api/dist/main.js"]
