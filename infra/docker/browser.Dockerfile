# The browser tiers: the node image with Chromium and fonts for the scripts of the world.
#   docker build -f infra/docker/browser.Dockerfile --build-context gleaner-node=docker-image://gleaner/node -t gleaner/browser .

FROM gleaner-node
USER root
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    chromium fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*

# Chromium's own sandbox stays on: see chromium-seccomp.json for what it needs of the container.
USER node
# made: settings, by `pnpm docs`; change the services' src/config.ts or infra/deployments.ts
ENV CHROMIUM_PATH=/usr/bin/chromium
# end: settings
CMD ["services/tier-4-browser/src/main.ts"]
