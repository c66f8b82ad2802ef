# One image for migrate, api, worker, console and the command line: the command says which it is.
# Pinned by tag; where a registry is at hand, pin by digest too: docker buildx imagetools inspect <tag>.
FROM node:24.19.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npx -y pnpm@10.34.9 install --frozen-lockfile --prod=false && npx -y pnpm@10.34.9 exec tsc -b && node scripts/bundle.mjs
# What was built, with the packages that run it alone: no embedded servers, no demo, no tools.
RUN find . -name node_modules -prune -exec rm -rf {} + \
 && npx -y pnpm@10.34.9 install --frozen-lockfile --prod --no-optional --filter "@rewards/api..." --filter "@rewards/worker..." --filter "@rewards/console..." --filter "@rewards/cli..." \
 && rm -rf .turbo apps/demo packages/client tools test docs scripts \
 && chmod -R u=rwX,go=rX .

FROM node:24.19.0-bookworm-slim
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
# Root's: a process that is broken into cannot change what runs.
COPY --from=build /app ./
RUN printf '#!/bin/sh\nexec node /app/apps/cli/bundle/main.js "$@"\n' > /usr/local/bin/rewards && chmod 755 /usr/local/bin/rewards
USER node
CMD ["node", "apps/api/bundle/main.js"]
