# Three steps, each a plain command that also runs without a container engine: install and build, keep what runs, run it.
FROM node:24-alpine AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY mappings mappings
COPY codemods codemods
COPY src src
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:24-alpine
ENV NODE_ENV=production UPSHIFT_HOST=0.0.0.0 UPSHIFT_ADMIN_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# Stores that survive a restart go to /data; the rest of the file system may be read-only.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8787 8788
# The exec form keeps node as process 1, so that SIGTERM drains instead of being swallowed by a shell.
ENTRYPOINT ["node", "dist/src/cli/main.js"]
CMD ["serve", "--target", "runpod"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8788/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
