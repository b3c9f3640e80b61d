"""Photos as callers have them, and the multipart form that carries them (RFC 7578)."""

from __future__ import annotations

import base64
import binascii
import os
import re
import secrets
from typing import IO, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import PhotoError

#: The bytes of a photo, an open binary file, or the path of a file; a string may be a ``data:`` URL as well.
Photo = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]", IO[bytes]]

Body = Tuple[bytes, str]


def read_photo(photo: Photo, param: str) -> bytes:
    """Reads the photo whole, because a retry sends it again."""
    if isinstance(photo, (bytes, bytearray, memoryview)):
        return bytes(photo)
    if isinstance(photo, str):
        return _read_text(photo, param)
    if isinstance(photo, os.PathLike):
        return _read_file(os.fspath(photo), param)
    if hasattr(photo, "read"):
        content = photo.read()
        if isinstance(content, bytes):
            return content
        raise PhotoError(param, 'the file is open as text: open it with mode "rb"')
    raise PhotoError(param, "give bytes, an open binary file or the path of a file")


def _read_text(text: str, param: str) -> bytes:
    if re.match("data:", text, re.IGNORECASE):
        return _read_data_url(text, param)
    if re.match(r"[a-z][a-z\d+.-]+://", text, re.IGNORECASE):
        raise PhotoError(param, "a string is the path of a file or a data: URL; other URLs are not downloaded")
    # JPEG, PNG and WebP begin like this in base64. The longest path of any system has 32,767 characters.
    if re.match(r"/9j/|iVBORw0KGgo|UklGR", text) or len(text) > 32_767 or "\0" in text:
        raise PhotoError(param, "the string is not a path. Base64? Give base64.b64decode(text), or a data: URL")
    return _read_file(text, param)


def _read_data_url(url: str, param: str) -> bytes:
    head, comma, content = url.partition(",")
    if not comma or not head.lower().endswith(";base64"):
        raise PhotoError(param, "a data: URL must hold base64: data:image/jpeg;base64,...")
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise PhotoError(param, "the data: URL holds no valid base64") from None


def _read_file(path: str, param: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        # The system's own text quotes the path, which may name a person.
        raise PhotoError(param, f"the file cannot be read ({error.strerror or 'unknown error'})") from None


def text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def form_of(photos: Mapping[str, Optional[Union[Photo, Sequence[Photo]]]], texts: Mapping[str, Any]) -> Body:
    """The multipart body of a call, and its content type. What is None is left out."""
    parts: List[Tuple[str, bytes]] = []
    for name, given in photos.items():
        for photo in given if isinstance(given, (list, tuple)) else [given]:
            if photo is not None:
                # The file's own name is not sent: it may name a person.
                disposition = f'form-data; name="{name}"; filename="{name}"\r\nContent-Type: application/octet-stream'
                parts.append((disposition, read_photo(photo, name)))
    for name, value in texts.items():
        if value is not None:
            parts.append((f'form-data; name="{name}"', text_of(value).encode()))
    boundary = secrets.token_hex(16)
    body = b"".join(
        b"--%s\r\nContent-Disposition: %s\r\n\r\n%s\r\n" % (boundary.encode(), disposition.encode(), content)
        for disposition, content in parts
    )
    return body + b"--%s--\r\n" % boundary.encode(), f"multipart/form-data; boundary={boundary}"


def given(values: Dict[str, Any]) -> Dict[str, Any]:
    """Without what is None."""
    return {name: value for name, value in values.items() if value is not None}
