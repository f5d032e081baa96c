"""A server that answers what a test tells it to, one request after the other."""

from __future__ import annotations

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, NamedTuple, Optional, Union


class Reply(NamedTuple):
    status: int = 200
    body: Any = b""
    """Bytes, or what is sent as JSON."""
    headers: Dict[str, str] = {}
    cut_after: Optional[int] = None
    """So many bytes of the body are sent, then the connection breaks."""


#: The connection is closed without an answer.
DROP = "drop"


class Received(NamedTuple):
    method: str
    path: str
    headers: Any
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ScriptedServer:
    def __init__(self) -> None:
        self.replies: List[Union[Reply, str]] = []
        self.received: List[Received] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.received.append(Received(self.command, self.path, self.headers, body))
                reply = outer.replies.pop(0) if outer.replies else Reply(500, b"the script is over")
                if isinstance(reply, str):
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                self.send(reply)

            def send(self, reply: Reply) -> None:
                is_bytes = isinstance(reply.body, bytes)
                content = reply.body if is_bytes else json.dumps(reply.body).encode()
                self.send_response(reply.status)
                headers = {"Content-Type": "text/plain" if is_bytes else "application/json", **reply.headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                if reply.status not in (204, 304):
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: reply.cut_after])
                if reply.cut_after is not None:
                    self.wfile.flush()
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "ScriptedServer":
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()
