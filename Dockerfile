# A small image: the static binary, certificates, licences, nothing else.
#   docker build -t servicemap .
#   docker run -p 8080:8080 -v servicemap:/data servicemap
FROM node:22-bookworm-slim AS node

FROM golang:1.26-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && mkdir -p /empty
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
RUN npm ci --no-audit --no-fund
COPY . .
ARG VERSION=dev
RUN make build VERSION="$VERSION" && scripts/notices >bin/THIRD-PARTY-NOTICES.txt

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /src/bin/servicemap /src/bin/THIRD-PARTY-NOTICES.txt /src/LICENSE /
COPY --from=build --chown=65532:65532 /empty /data
COPY --from=build --chown=65532:65532 /empty /tmp
USER 65532:65532
ENV SERVICEMAP_DATA=/data \
    SERVICEMAP_LISTEN=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/servicemap"]
CMD ["serve"]
