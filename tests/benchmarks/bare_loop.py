"""A loop that does nothing but answer with so many bytes: what bytes cost without a program.

python -m tests.benchmarks.bare_loop 1000
"""

import asyncio
import sys
from contextlib import suppress


async def answer_bare(size: int) -> None:
    """Serve `size` bytes to every request until killed; the port is printed first."""
    answer = f"HTTP/1.1 200 OK\r\nContent-Length: {size}\r\n\r\n".encode() + b"x" * size

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(answer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(answer_bare(int(sys.argv[1])))
