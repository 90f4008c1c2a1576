# Not tested: no build server of the project has Docker.
#     docker build -t pvcheck .
# Both stages have the same Debian, so that the binary finds the C library that it was linked with.
FROM rust:1-slim-trixie AS build
WORKDIR /pvcheck
COPY . .
RUN cp "$(bash .ci/build)" /usr/local/bin/pvcheck

FROM debian:trixie-slim
COPY --from=build /usr/local/bin/pvcheck /usr/local/bin/
USER 1000:1000
ENTRYPOINT ["pvcheck"]
