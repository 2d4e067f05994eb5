# The program as a container: it runs as an ordinary user and keeps everything in /data.
# Who wants the very same image again names its digest: --build-arg BASE=python:3.11-slim@sha256:…
ARG BASE=python:3.11-slim
FROM ${BASE}

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    CACHE_REFRESH_DATA_DIR=/data

RUN useradd --system --uid 1000 --create-home program \
 && install -d -o program -g program -m 700 /data

WORKDIR /opt/cache-refresh
# What changes rarely comes first: a change of the program does not install its libraries again.
COPY pyproject.toml constraints.txt README.md ./
RUN mkdir app && touch app/__init__.py && pip install --constraint constraints.txt --editable .
COPY alembic.ini ./
COPY migrations migrations
COPY templates templates
COPY app app
RUN python -m compileall -q app migrations

USER program
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
ENTRYPOINT ["python", "-m", "app"]
CMD ["serve"]
