# The edge: Caddy with its routes. Everything that is served statically stands in this image.
#   docker build -f infra/docker/static.Dockerfile -t gleaner/edge .

FROM caddy:2.10-alpine
COPY infra/edge/Caddyfile /etc/caddy/Caddyfile
# Certificates are kept in /data, which the image's volume gives to whoever runs it.
# Ports above 1024 need no capability, and a binary that asks for one does not start where it is not granted.
RUN mkdir -p /data/caddy /config/caddy && chown -R nobody:nobody /data /config && setcap -r /usr/bin/caddy

USER nobody
RUN caddy validate --config /etc/caddy/Caddyfile
EXPOSE 8080 8443
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:2020/healthz"]
