# One image for migrate, api and worker: the command says which it is.
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV TURBO_TELEMETRY_DISABLED=1
COPY . .
# Everything that builds, then only what runs: no embedded servers, no demo, no test tools.
RUN npx -y pnpm@10.34.9 install --frozen-lockfile --prod=false --no-optional \
 && npx -y pnpm@10.34.9 exec tsc -b \
 && npx -y pnpm@10.34.9 --filter @rewards/api --prod --legacy deploy /out/api \
 && npx -y pnpm@10.34.9 --filter @rewards/worker --prod --legacy deploy /out/worker \
 && npx -y pnpm@10.34.9 --filter @rewards/cli --prod --legacy --no-optional deploy /out/cli

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /out ./
USER node
CMD ["node", "api/dist/main.js"]
