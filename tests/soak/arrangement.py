"""The arrangement of docker-compose.yml with real parts: PostgreSQL 18, two processes, Caddy with TLS.

    deploy/try-arrangement.sh [--tables 128] [--think 2.5] [--undisturbed]

Caddy reads deploy/Caddyfile as in the container, but listens on the loopback address alone, with a
certificate of its own making that the phones check. What happens meanwhile is told in two_processes.py.
"""

import asyncio
import os
import ssl
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.soak.kills import ROOT, free_port
from tests.soak.phone import Place
from tests.soak.two_processes import Front, main

LOCAL_ONLY = """{
	admin off
	auto_https disable_redirects
	skip_install_trust
	default_bind 127.0.0.1
}
import %s
"""


@asynccontextmanager
async def caddy(ports: Sequence[int], think: float) -> AsyncIterator[Front]:
    """Caddy before two processes; phones keep their connections, because Caddy shares out each request."""
    with tempfile.TemporaryDirectory(prefix="cache-refresh-caddy-") as name:
        folder, port = Path(name), free_port()
        (folder / "Caddyfile").write_text(LOCAL_ONLY % (ROOT / "deploy" / "Caddyfile"))
        variables = {
            "SITE_HOST": f"https://localhost:{port}",
            "XDG_DATA_HOME": name,
            "XDG_CONFIG_HOME": name,
            **{f"APP_{number}": f"127.0.0.1:{each}" for number, each in enumerate(ports, 1)},
        }
        with open(folder / "log", "w") as log:
            process = await asyncio.create_subprocess_exec(
                *("caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"),
                env={**os.environ, **variables},
                stderr=log,
            )
        try:
            root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            await _listening(port, root, folder / "log")
            tls = ssl.create_default_context(cafile=str(root))
            yield Front(Place("localhost", port, tls, think_seconds=think), {})
        finally:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), 10)  # it waits for its connections
            except TimeoutError:
                process.kill()
                await process.wait()


async def _listening(port: int, root: Path, log: Path) -> None:
    for _ in range(300):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            if root.exists():
                return
        except OSError:
            pass
        await asyncio.sleep(0.1)
    raise SystemExit(f"Caddy did not start:\n{log.read_text()}")


if __name__ == "__main__":
    sys.exit(main(caddy, __doc__ or ""))
