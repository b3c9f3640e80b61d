"""The parts of the client: sessions, batches, webhook endpoints, events, requests, keys, usage."""

from __future__ import annotations

import json
import uuid
from datetime import datetime, timezone
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union, cast
from urllib.parse import quote, urlencode

from .photos import Photo, form_of, given, read_photo
from .results import (
    Batch,
    BatchItem,
    BatchResult,
    Branding,
    ConsentText,
    ConsentTextChange,
    ConsentTexts,
    Retention,
    CreatedBatch,
    CreatedKey,
    CreatedOidcClient,
    CreatedSession,
    CreatedWebhookEndpoint,
    Domain,
    DomainList,
    Event,
    Key,
    KeyLimits,
    LoggedRequest,
    OidcClient,
    OidcClientList,
    RegistrationCertificate,
    RegistrationCertificateList,
    Session,
    SessionComparison,
    SessionLink,
    SessionList,
    SessionTimeline,
    Template,
    TrustAnchor,
    TrustAnchorList,
    Usage,
    WebhookDelivery,
    WebhookEndpoint,
)
from .transport import Call, Transport

API = "/api/v3"

#: ISO 8601, or a datetime.
Time = Union[str, datetime]


def encoded(part: str) -> str:
    return quote(part, safe="")


def with_query(path: str, values: Dict[str, Any]) -> str:
    query = urlencode(given(values), quote_via=quote)
    return f"{API}{path}?{query}" if query else f"{API}{path}"


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _get(self, path: str, timeout: Optional[float], max_retries: Optional[int]) -> Any:
        return self._transport.send(Call("GET", API + path), timeout=timeout, max_retries=max_retries)

    def _delete(self, path: str, timeout: Optional[float], max_retries: Optional[int]) -> None:
        self._transport.send(Call("DELETE", API + path), timeout=timeout, max_retries=max_retries)

    def _post(
        self,
        path: str,
        body: Optional[Mapping[str, Any]],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Mapping[str, str] = {},
        method: str = "POST",
    ) -> Any:
        content = None if body is None else json.dumps(body).encode()
        types = {} if body is None else {"Content-Type": "application/json"}
        call = Call(method, API + path, content, {**types, **headers})
        return self._transport.send(call, timeout=timeout, max_retries=max_retries)

    def _rows(
        self,
        path: str,
        query: Dict[str, Any],
        field: str,
        timeout: Optional[float],
        max_retries: Optional[int],
    ) -> Iterator[Any]:
        """Every row of a list; the next page is requested when its first row is wanted."""
        cursor: Optional[str] = None
        while True:
            call = Call("GET", with_query(path, {**query, "cursor": cursor}))
            page = self._transport.send(call, timeout=timeout, max_retries=max_retries)
            yield from page[field]
            cursor = page["next_cursor"]
            if cursor is None:
                return


def once(idempotency_key: Optional[str]) -> Dict[str, str]:
    """A retry under one key creates nothing twice."""
    return {"Idempotency-Key": str(uuid.uuid4()) if idempotency_key is None else idempotency_key}


class Sessions(Resource):
    """Verification sessions: you send a person to a page of the service, and receive the verdict."""

    def create(
        self,
        *,
        reference: Optional[Union[Photo, Sequence[Photo]]] = None,
        reference_document: Optional[Photo] = None,
        document_format: Optional[str] = None,
        sod: Optional[Photo] = None,
        session_transcript: Optional[str] = None,
        nonce: Optional[str] = None,
        audience: Optional[str] = None,
        require_signed_document: Optional[bool] = None,
        reference_template: Optional[str] = None,
        template_purpose: Optional[str] = None,
        reference_url: Optional[str] = None,
        challenge: Optional[str] = None,
        return_url: Optional[str] = None,
        external_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        locale: Optional[str] = None,
        expires_in_s: Optional[int] = None,
        attempts: Optional[int] = None,
        threshold: Optional[float] = None,
        wallet: Optional[bool] = None,
        compare_limit: Optional[int] = None,
        compare_within: Optional[int] = None,
        passive_liveness: Optional[bool] = None,
        allow_unsure: Optional[bool] = None,
        review: Optional[bool] = None,
        receipt: Optional[bool] = None,
        oidc_client: Optional[str] = None,
        login_hint: Optional[str] = None,
        simulate: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedSession:
        """Creates a session.

        :param reference: up to five photos of the person, which are averaged; without any, only the challenge is judged
        :param reference_document: or a document that holds the portrait, in the ``document_format`` ``face_record``, ``dg2``, ``mdoc`` or ``sd_jwt_vc``
        :param reference_template: or what ``templates.create`` returned, with the ``template_purpose`` that it was made for
        :param sod: with ``dg2``: EF.SOD of the same chip, whose signature is checked
        :param session_transcript: with ``mdoc``: the SessionTranscript of the request that the wallet answered, as base64
        :param nonce: with ``sd_jwt_vc``: the nonce of the request that the wallet answered
        :param audience: with ``sd_jwt_vc``: the ``client_id`` of that request
        :param require_signed_document: rejects a document that no trusted issuer signed
        :param reference_url: or where one is, for the service to download
        :param challenge: ``required``, ``off``, or ``if_unsure``: only where the selfie leaves doubt
        :param return_url: where the person is sent at the end, with ``?session=<id>``
        :param wallet: the reference is the portrait in the person's wallet, which the page asks for
        :param compare_limit: without a reference: how often the session may be compared once it is ``captured``
        :param compare_within: and for how many minutes, 15 unless given
        :param passive_liveness: the selfie has to pass the check for presentation attacks
        :param allow_unsure: only an attack fails, not a selfie that the check is unsure of
        :param review: when no attempt is left a person decides it
        :param receipt: the verdict comes with a signed receipt: see ``verify_receipt``
        :param oidc_client: the OpenID Connect client that sends the person: the session waits for its request
        :param login_hint: with the same ``login_hint``, which is not stored
        :param simulate: with a test key: how the session ends, by itself
        :param idempotency_key: one key creates one session; a new key for each call unless given
        """
        values = given(
            {
                "document_format": document_format,
                "require_signed_document": require_signed_document,
                "session_transcript": session_transcript,
                "nonce": nonce,
                "audience": audience,
                "reference_template": reference_template,
                "template_purpose": template_purpose,
                "reference_url": reference_url,
                "challenge": challenge,
                "return_url": return_url,
                "external_id": external_id,
                "metadata": metadata,
                "locale": locale,
                "expires_in_s": expires_in_s,
                "attempts": attempts,
                "threshold": threshold,
                "wallet": wallet,
                "compare_limit": compare_limit,
                "compare_within": compare_within,
                "passive_liveness": passive_liveness,
                "allow_unsure": allow_unsure,
                "review": review,
                "receipt": receipt,
                "oidc_client": oidc_client,
                "login_hint": login_hint,
                "simulate": simulate,
            }
        )
        headers = once(idempotency_key)
        if reference is None and reference_document is None and sod is None:
            return cast(CreatedSession, self._post("/sessions", values, timeout, max_retries, headers))
        if metadata is not None:
            values["metadata"] = json.dumps(metadata)
        body, content_type = form_of({"reference": reference, "reference_document": reference_document, "sod": sod}, values)
        call = Call("POST", f"{API}/sessions", body, {"Content-Type": content_type, **headers})
        return cast(CreatedSession, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def get(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Session:
        return cast(Session, self._get(f"/sessions/{encoded(id)}", timeout, max_retries))

    def consent(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Dict[str, Any]:
        """What the person agreed to, and whether they took it back: JSON-LD after ISO/IEC TS 27560."""
        return cast(Dict[str, Any], self._get(f"/sessions/{encoded(id)}/consent", timeout, max_retries))

    def evidence(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Dict[str, Any]:
        """The sealed photos, with a key of scope ``evidence:read``. ``selfsame evidence open`` opens them."""
        return cast(Dict[str, Any], self._get(f"/sessions/{encoded(id)}/evidence", timeout, max_retries))

    def delete_evidence(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Dict[str, Any]:
        """Deletes the sealed photos at once, with a key of scope ``evidence:read``."""
        call = Call("DELETE", f"{API}/sessions/{encoded(id)}/evidence")
        return cast(Dict[str, Any], self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def timeline(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> SessionTimeline:
        """What happened in it, with a key of scope ``sessions:review``."""
        return cast(SessionTimeline, self._get(f"/sessions/{encoded(id)}/timeline", timeout, max_retries))

    def list(
        self,
        *,
        status: Optional[str] = None,
        external_id: Optional[str] = None,
        text: Optional[str] = None,
        key_id: Optional[str] = None,
        created_after: Optional[Time] = None,
        to: Optional[Time] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **since: Time,
    ) -> SessionList:
        """One page, the newest first unless sorted. A time without a time zone is local time.

        :param text: what the ``external_id`` begins with, or a session's whole id
        :param from: created at this time or later. As Python reserves that word: ``list(**{"from": time})``
        :param to: created before this time
        :param sort: ``created_at``, ``ended_at`` or ``attempts``; with ``-`` before it, the largest first
        """
        query = {
            "status": status,
            "external_id": external_id,
            "text": text,
            "key_id": key_id,
            "created_after": _text(created_after),
            **_between(since, to),
            "sort": sort,
            "limit": limit,
            "cursor": cursor,
        }
        call = Call("GET", with_query("/sessions", query))
        return cast(SessionList, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def compare(
        self,
        id: str,
        *,
        reference: Union[Photo, Sequence[Photo], None] = None,
        reference_document: Optional[Photo] = None,
        document_format: Optional[str] = None,
        sod: Optional[Photo] = None,
        session_transcript: Optional[str] = None,
        nonce: Optional[str] = None,
        audience: Optional[str] = None,
        require_signed_document: Optional[bool] = None,
        reference_template: Optional[str] = None,
        template_purpose: Optional[str] = None,
        threshold: Optional[float] = None,
        allow_several_faces: Optional[bool] = None,
        simulate: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SessionComparison:
        """Compares a captured session. A match, or the last comparison, ends it.

        :param reference: up to five photos of the person, which are averaged
        :param reference_document: or a document that holds the portrait, in the ``document_format`` ``face_record``, ``dg2``, ``mdoc`` or ``sd_jwt_vc``
        :param reference_template: or what ``templates.create`` returned, with the ``template_purpose`` that it was made for
        :param sod: with ``dg2``: EF.SOD of the same chip, whose signature is checked
        :param session_transcript: with ``mdoc``: the SessionTranscript of the request that the wallet answered, as base64
        :param nonce: with ``sd_jwt_vc``: the nonce of the request that the wallet answered
        :param audience: with ``sd_jwt_vc``: the ``client_id`` of that request
        :param simulate: with a test key: ``match``, ``no_match`` or ``no_face``
        :param idempotency_key: one key makes one comparison; a new key for each call unless given
        """
        texts = {
            "document_format": document_format,
            "require_signed_document": require_signed_document,
            "session_transcript": session_transcript,
            "nonce": nonce,
            "audience": audience,
            "reference_template": reference_template,
            "template_purpose": template_purpose,
            "threshold": threshold,
            "allow_several_faces": allow_several_faces,
            "simulate": simulate,
        }
        photos = {"reference": reference, "reference_document": reference_document, "sod": sod}
        body, content_type = form_of(photos, texts)
        headers = {"Content-Type": content_type, **once(idempotency_key)}
        call = Call("POST", f"{API}/sessions/{encoded(id)}/compare", body, headers)
        return cast(SessionComparison, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def cancel(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Session:
        return cast(Session, self._post(f"/sessions/{encoded(id)}/cancel", None, timeout, max_retries))

    def renew_link(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> SessionLink:
        """A new link to an open session. The link before stops working. Sent once: another request makes another link."""
        return cast(SessionLink, self._post(f"/sessions/{encoded(id)}/link", None, timeout, max_retries or 0))

    def repeat(
        self,
        id: str,
        *,
        reference: Optional[Photo] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedSession:
        """Another session for the person of an ended one, with the photo where its ``repeat_needs`` is ``reference``.

        :param idempotency_key: one key creates one session; a new key for each call unless given
        """
        headers = once(idempotency_key)
        if reference is None:
            path = f"/sessions/{encoded(id)}/repeat"
            return cast(CreatedSession, self._post(path, None, timeout, max_retries, headers))
        body, content_type = form_of({"reference": reference}, {})
        call = Call("POST", f"{API}/sessions/{encoded(id)}/repeat", body, {"Content-Type": content_type, **headers})
        return cast(CreatedSession, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def assign(
        self, id: str, *, to: Optional[str], timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Session:
        """Assigns a session that waits for a review, with a key of scope ``sessions:review``.

        :param to: the id of a user with the role reviewer or above; None for nobody
        """
        return cast(Session, self._post(f"/sessions/{encoded(id)}/assign", {"to": to}, timeout, max_retries))

    def add_note(
        self, id: str, *, text: str, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Session:
        """Adds a note for the team to the timeline, with a key of scope ``sessions:review``. Sent once."""
        return cast(Session, self._post(f"/sessions/{encoded(id)}/notes", {"text": text}, timeout, max_retries or 0))

    def review(
        self,
        id: str,
        *,
        decision: str,
        reason: str,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Session:
        """Decides a session that has the status ``needs_review``, with a key of scope ``sessions:review``.

        :param decision: ``approve``, ``reject``, or ``retry`` for one more attempt by the same link
        :param reason: 1 to 500 characters, stored with the session
        """
        values = {"decision": decision, "reason": reason}
        return cast(Session, self._post(f"/sessions/{encoded(id)}/review", values, timeout, max_retries))


def _text(time: Optional[Time]) -> Optional[str]:
    return _iso(time) if isinstance(time, datetime) else time


def _between(since: Mapping[str, Time], to: Optional[Time]) -> Dict[str, Optional[str]]:
    """``from``, which Python reserves and so arrives among the unnamed options, and ``to``."""
    unknown = set(since) - {"from"}
    if unknown:
        raise TypeError(f"there is no option {sorted(unknown)[0]!r}")
    return {"from": _text(since.get("from")), "to": _text(to)}


def _iso(time: datetime) -> str:
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class BrandingSettings(Resource):
    """How the page of your sessions introduces you. Live sessions need a name and a privacy policy."""

    def get(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Branding:
        return cast(Branding, self._get("/branding", timeout, max_retries))

    def update(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **change: Optional[str],
    ) -> Branding:
        """Changes what is given: ``name``, ``accent``, ``privacy_url``, ``controller``, ``contact``. ``None`` clears it.

        :param name: who asks, as the page shows it
        :param accent: the color of the page: ``#`` and six hex digits
        :param privacy_url: your privacy policy: https
        :param controller: who is responsible for the data in the sense of the law
        :param contact: another way in: an https address, an e-mail address or a phone number
        """
        return cast(Branding, self._post("/branding", change, timeout, max_retries))

    def set_logo(
        self, logo: Photo, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Branding:
        """Sets the logo: PNG or SVG, at most 512 KB."""
        headers = {"Content-Type": "application/octet-stream"}
        call = Call("PUT", f"{API}/branding/logo", read_photo(logo, "logo"), headers)
        return cast(Branding, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def delete_logo(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Branding:
        call = Call("DELETE", f"{API}/branding/logo")
        return cast(Branding, self._transport.send(call, timeout=timeout, max_retries=max_retries))


class ConsentTextSettings(Resource):
    """What people agree to on the hosted page, in your words."""

    def get(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> ConsentTexts:
        return cast(ConsentTexts, self._get("/consent_texts", timeout, max_retries))

    def version(
        self, version: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> ConsentText:
        """One version, also an earlier one."""
        return cast(ConsentText, self._get(f"/consent_texts/{encoded(version)}", timeout, max_retries))

    def update(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **change: Optional[ConsentTextChange],
    ) -> ConsentTexts:
        """Changes the languages that are given, by code: ``de={"text": ..., "purpose": ...}``.

        ``None`` restores the service's own words.
        """
        return cast(ConsentTexts, self._post("/consent_texts", change, timeout, max_retries))


class RetentionSettings(Resource):
    """For how long sessions, batches and the request log are stored."""

    def get(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Retention:
        return cast(Retention, self._get("/retention", timeout, max_retries))

    def update(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **change: Optional[int],
    ) -> Retention:
        """Changes what is given; ``None`` restores the installation's. The key needs the scope ``keys:write``.

        :param sessions_days: sessions after their end, with their timelines and records of consent
        :param batch_results_days: batches after their end, with their results
        :param request_log_days: the request log
        """
        return cast(Retention, self._post("/retention", change, timeout, max_retries))


class Batches(Resource):
    """Many comparisons of photos named by URL."""

    def create(
        self,
        *,
        items: Iterable[BatchItem],
        threshold: Optional[float] = None,
        callback: Optional[str] = None,
        receipt: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedBatch:
        """Creates a batch of at most 10,000 items.

        An error's ``param`` names the first item that is wrong by its line, from 1: ``line 3 selfie_url``.

        :param callback: an https address that receives the end of this batch
        :param receipt: each result comes with a signed receipt; as the key has it unless given
        :param idempotency_key: one key creates one batch within a day; a new key for each call unless given
        """
        lines = "".join(json.dumps(item) + "\n" for item in items).encode()
        asked = None if receipt is None else str(receipt).lower()
        path = with_query("/batches", {"threshold": threshold, "callback": callback, "receipt": asked})
        headers = {"Content-Type": "application/x-ndjson", **once(idempotency_key)}
        call = Call("POST", path, lines, headers)
        return cast(CreatedBatch, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def get(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Batch:
        return cast(Batch, self._get(f"/batches/{encoded(id)}", timeout, max_retries))

    def list(
        self,
        *,
        sort: Optional[str] = None,
        id_prefix: Optional[str] = None,
        status: Optional[str] = None,
        key_id: Optional[str] = None,
        to: Optional[Time] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **since: Time,
    ) -> Iterator[Batch]:
        """The newest first, unless sorted.

        :param sort: ``created_at``, ``total`` or ``failed``; with ``-`` before it, the largest first
        :param id_prefix: what the id begins with
        :param status: ``queued``, ``running``, ``completed`` or ``cancelled``
        :param key_id: only batches that count for this key
        :param from: created at this time or later. As Python reserves that word: ``list(**{"from": time})``
        :param to: created before this time
        """
        filters = {"sort": sort, "id_prefix": id_prefix, "status": status, "key_id": key_id, **_between(since, to)}
        return self._rows("/batches", {**filters, "limit": 100}, "batches", timeout, max_retries)

    def results(
        self,
        id: str,
        *,
        sort: Optional[str] = None,
        id_prefix: Optional[str] = None,
        outcome: Optional[str] = None,
        code: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[BatchResult]:
        """One for each item, in their order unless sorted; ``pending`` where there is none yet.

        :param sort: ``position``, ``id`` or ``similarity``; with ``-`` before it, the largest first
        :param id_prefix: what the item's id begins with
        :param outcome: ``match``, ``no_match``, ``failed`` or ``pending``
        :param code: only items that failed with this code
        """
        query = {"sort": sort, "id_prefix": id_prefix, "outcome": outcome, "code": code, "limit": 1000}
        return self._rows(f"/batches/{encoded(id)}/results", query, "results", timeout, max_retries)

    def cancel(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Batch:
        """Items that have a result keep it."""
        return cast(Batch, self._post(f"/batches/{encoded(id)}/cancel", None, timeout, max_retries))

    def delete(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> None:
        """Deletes the batch and its results, whether it has ended or not."""
        self._delete(f"/batches/{encoded(id)}", timeout, max_retries)


class WebhookEndpoints(Resource):
    """Who receives events."""

    def create(
        self,
        *,
        url: str,
        types: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedWebhookEndpoint:
        """Creates an endpoint.

        :param types: what it receives; everything unless given
        """
        body = given({"url": url, "types": None if types is None else [*types]})
        made = self._post("/webhook_endpoints", body, timeout, max_retries, once(idempotency_key))
        return cast(CreatedWebhookEndpoint, made)

    def get(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> WebhookEndpoint:
        return cast(WebhookEndpoint, self._get(_endpoint(id), timeout, max_retries))

    def list(
        self,
        *,
        recent: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> List[WebhookEndpoint]:
        """All endpoints.

        :param recent: each includes how its deliveries of the last 7 days went
        """
        call = Call("GET", with_query("/webhook_endpoints", {"recent": None if recent is None else str(recent).lower()}))
        answer = self._transport.send(call, timeout=timeout, max_retries=max_retries)
        return cast(List[WebhookEndpoint], answer["endpoints"])

    def update(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        types: Optional[Sequence[str]] = None,
        disabled: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> WebhookEndpoint:
        """Changes what is given.

        :param url: another address has to answer 2xx before it is trusted
        :param types: what it receives; empty: everything
        :param disabled: ``True``: it gets nothing more, until it is enabled again
        """
        body = given({"url": url, "types": None if types is None else [*types], "disabled": disabled})
        return cast(WebhookEndpoint, self._post(_endpoint(id), body, timeout, max_retries, method="PATCH"))

    def rotate(
        self,
        id: str,
        *,
        overlap_s: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedWebhookEndpoint:
        """Makes a new secret.

        :param overlap_s: how long the old secret signs as well; a day unless given
        """
        body = given({"overlap_s": overlap_s})
        return cast(CreatedWebhookEndpoint, self._post(f"{_endpoint(id)}/rotate", body, timeout, max_retries))

    def enable(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> WebhookEndpoint:
        """Enables an endpoint that was disabled."""
        return cast(WebhookEndpoint, self._post(f"{_endpoint(id)}/enable", {}, timeout, max_retries))

    def test(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> WebhookDelivery:
        """Sends a ``ping``."""
        return cast(WebhookDelivery, self._post(f"{_endpoint(id)}/test", {}, timeout, max_retries))

    def delete(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> None:
        self._delete(_endpoint(id), timeout, max_retries)

    def deliveries(
        self,
        id: str,
        *,
        sort: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[str] = None,
        id_prefix: Optional[str] = None,
        to: Optional[Time] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **since: Time,
    ) -> Iterator[WebhookDelivery]:
        """The newest first, unless sorted.

        :param sort: ``created_at``, ``duration_ms`` or ``attempts``; with ``-`` before it, the largest first
        :param type: only deliveries of events of this type
        :param status: ``pending``, ``delivered`` or ``failed``
        :param id_prefix: what the event's id begins with, or the delivery's
        :param from: created at this time or later. As Python reserves that word: ``deliveries(id, **{"from": time})``
        :param to: created before this time
        """
        filters = {"sort": sort, "type": type, "status": status, "id_prefix": id_prefix, **_between(since, to)}
        path = f"{_endpoint(id)}/deliveries"
        return self._rows(path, {**filters, "limit": 100}, "deliveries", timeout, max_retries)

    def resend(
        self, id: str, delivery_id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> WebhookDelivery:
        """Sends the event of a delivery again, under the same event id."""
        path = f"{_endpoint(id)}/deliveries/{encoded(delivery_id)}/resend"
        return cast(WebhookDelivery, self._post(path, {}, timeout, max_retries))


def _endpoint(id: str) -> str:
    return f"/webhook_endpoints/{encoded(id)}"


class Events(Resource):
    """What happened in the last 30 days."""

    def list(
        self,
        *,
        sort: Optional[str] = None,
        type: Optional[str] = None,
        id_prefix: Optional[str] = None,
        to: Optional[Time] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **since: Time,
    ) -> Iterator[Event]:
        """The newest first unless sorted, of one type or of all, whether or not an endpoint receives them.

        :param sort: ``timestamp`` for the oldest first
        :param id_prefix: what the event's id begins with
        :param from: created at this time or later. As Python reserves that word: ``list(**{"from": time})``
        :param to: created before this time
        """
        filters = {"sort": sort, "type": type, "id_prefix": id_prefix, **_between(since, to)}
        return self._rows("/events", {**filters, "limit": 100}, "events", timeout, max_retries)


class Requests(Resource):
    """What became of requests, of the last days."""

    def list(
        self,
        *,
        sort: Optional[str] = None,
        id_prefix: Optional[str] = None,
        key_id: Optional[str] = None,
        outcome: Optional[str] = None,
        route: Optional[str] = None,
        to: Optional[Time] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **since: Time,
    ) -> Iterator[LoggedRequest]:
        """The newest first unless sorted.

        :param sort: ``answered_at`` for the oldest first, ``-duration_ms`` for the slowest
        :param id_prefix: what the ``request_id`` begins with
        :param outcome: ``match``, ``no_match``, ``error`` ..., or the code of an error
        :param route: method and path: ``POST /api/v3/verify``
        :param from: answered at this time or later. As Python reserves that word: ``list(**{"from": time})``
        :param to: answered before this time
        """
        filters = {"sort": sort, "id_prefix": id_prefix, "key_id": key_id, "outcome": outcome, "route": route}
        filters = {**filters, **_between(since, to), "limit": 100}
        return self._rows("/requests", filters, "requests", timeout, max_retries)

    def get(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> LoggedRequest:
        """:param id: ``meta["request_id"]`` of an answer, or ``request_id`` of an error"""
        return cast(LoggedRequest, self._get(f"/requests/{encoded(id)}", timeout, max_retries))


class Domains(Resource):
    """The hosts that photos may be downloaded from, with a live key of scope ``keys:write``."""

    def add(self, *, domain: str, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Domain:
        """Adds one. If it is there already, nothing changes.

        :param domain: a host, or ``*.example.com`` for all its subdomains
        """
        return cast(Domain, self._post("/domains", {"domain": domain}, timeout, max_retries))

    def list(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> DomainList:
        return cast(DomainList, self._get("/domains", timeout, max_retries))

    def remove(self, domain: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> None:
        """Removes one, as the list has it."""
        self._delete(f"/domains/{encoded(domain)}", timeout, max_retries)


class TrustAnchors(Resource):
    """Authorities whose signed documents the account trusts, with a key of scope ``trust:write``."""

    def add(
        self, *, certificates: str, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> TrustAnchorList:
        """Adds authorities. Those that are there already are left as they are.

        :param certificates: PEM as it is; DER or an ICAO master list as base64
        """
        added = self._post("/trust_anchors", {"certificates": certificates}, timeout, max_retries)
        return cast(TrustAnchorList, added)

    def list(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Iterator[TrustAnchor]:
        """The newest first."""
        return self._rows("/trust_anchors", {"limit": 100}, "trust_anchors", timeout, max_retries)

    def remove(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Dict[str, Any]:
        """Documents of this authority are rejected from the next request on, unless the operator trusts it."""
        call = Call("DELETE", f"{API}/trust_anchors/{encoded(id)}")
        return cast(Dict[str, Any], self._transport.send(call, timeout=timeout, max_retries=max_retries))


class RegistrationCertificates(Resource):
    """What requests to wallets carry in your sessions, with a live key of scope ``trust:write``."""

    def add(
        self, *, certificate: str, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RegistrationCertificate:
        """Adds one. If it is there already, it is left as it is.

        :param certificate: the compact JWT
        """
        added = self._post("/registration_certificates", {"certificate": certificate}, timeout, max_retries)
        return cast(RegistrationCertificate, added)

    def list(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> RegistrationCertificateList:
        """The newest first, expired ones included: four at most."""
        return cast(RegistrationCertificateList, self._get("/registration_certificates", timeout, max_retries))

    def remove(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Dict[str, Any]:
        """From the next request to a wallet on, it is not sent."""
        call = Call("DELETE", f"{API}/registration_certificates/{encoded(id)}")
        return cast(Dict[str, Any], self._transport.send(call, timeout=timeout, max_retries=max_retries))


class OidcClients(Resource):
    """Clients that send people for a face as a step of their sign-in, with a key of scope ``oidc:write``."""

    def create(
        self,
        *,
        name: str,
        redirect_uris: Sequence[str],
        par_required: Optional[bool] = None,
        jwks: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedOidcClient:
        """Creates a client. Its ``secret`` is returned once.

        :param redirect_uris: of one host: https, or http on localhost
        :param jwks: public keys of a client that signs instead of using a secret
        """
        body = given(
            {"name": name, "redirect_uris": [*redirect_uris], "par_required": par_required, "jwks": jwks}
        )
        made = self._post("/oidc_clients", body, timeout, max_retries, once(idempotency_key))
        return cast(CreatedOidcClient, made)

    def list(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> OidcClientList:
        """The newest first."""
        return cast(OidcClientList, self._get("/oidc_clients", timeout, max_retries))

    def update(
        self,
        id: str,
        *,
        name: Optional[str] = None,
        redirect_uris: Optional[Sequence[str]] = None,
        par_required: Optional[bool] = None,
        jwks: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> OidcClient:
        """Changes what is given.

        :param jwks: replaces the keys of a client that has some
        """
        addresses = None if redirect_uris is None else [*redirect_uris]
        body = given({"name": name, "redirect_uris": addresses, "par_required": par_required, "jwks": jwks})
        path = f"/oidc_clients/{encoded(id)}"
        return cast(OidcClient, self._post(path, body, timeout, max_retries, method="PATCH"))

    def rotate(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> CreatedOidcClient:
        """Replaces the secret. The previous one works for another day."""
        made = self._post(f"/oidc_clients/{encoded(id)}/rotate", {}, timeout, max_retries)
        return cast(CreatedOidcClient, made)

    def delete(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> None:
        self._delete(f"/oidc_clients/{encoded(id)}", timeout, max_retries)


class Templates(Resource):
    """What a reference shows, sealed for your account: you store it instead of the photo."""

    def create(
        self,
        *,
        reference: Optional[Union[Photo, Sequence[Photo]]] = None,
        reference_document: Optional[Photo] = None,
        document_format: Optional[str] = None,
        sod: Optional[Photo] = None,
        session_transcript: Optional[str] = None,
        nonce: Optional[str] = None,
        audience: Optional[str] = None,
        require_signed_document: Optional[bool] = None,
        allow_several_faces: Optional[bool] = None,
        purpose: Optional[str] = None,
        expires_in_s: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Template:
        """Seals what a reference shows.

        :param reference: up to five photos of the person, which are averaged
        :param reference_document: or a document that holds the portrait, in the ``document_format`` ``face_record``, ``dg2``, ``mdoc`` or ``sd_jwt_vc``
        :param sod: with ``dg2``: EF.SOD of the same chip, whose signature is checked
        :param purpose: what it may be used for: it is accepted with the same ``template_purpose`` only
        :param expires_in_s: 60 seconds to ten years; a year unless given
        """
        texts = {
            "document_format": document_format,
            "require_signed_document": require_signed_document,
            "session_transcript": session_transcript,
            "nonce": nonce,
            "audience": audience,
            "allow_several_faces": allow_several_faces,
            "purpose": purpose,
            "expires_in_s": expires_in_s,
        }
        photos = {"reference": reference, "reference_document": reference_document, "sod": sod}
        body, content_type = form_of(photos, texts)
        call = Call("POST", f"{API}/templates", body, {"Content-Type": content_type})
        return cast(Template, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def delete_key(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Dict[str, Any]:
        """No template of your account can be opened any more, by anybody. With a key of scope ``keys:write``."""
        call = Call("DELETE", f"{API}/templates/key")
        return cast(Dict[str, Any], self._transport.send(call, timeout=timeout, max_retries=max_retries))


class Keys(Resource):
    """API keys of the account, with a key of scope ``keys:write``: none that may do more than itself."""

    def create(
        self,
        *,
        name: str,
        kind: Optional[str] = None,
        scopes: Optional[Sequence[str]] = None,
        address_ranges: Optional[Sequence[str]] = None,
        allowed_origins: Optional[Sequence[str]] = None,
        limits: Optional[KeyLimits] = None,
        require_challenge: Optional[bool] = None,
        require_passive_liveness: Optional[bool] = None,
        require_signed_document: Optional[bool] = None,
        allow_weak_signature: Optional[bool] = None,
        receipt: Optional[bool] = None,
        allow_several_faces: Optional[bool] = None,
        challenge_mode: Optional[str] = None,
        threshold: Optional[float] = None,
        expires_at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedKey:
        """Creates a key. What is left out is as with the key that asks, without ``keys:write``.

        :param kind: ``private`` unless given, or ``public``, or ``test``; with a test key ``test``
        :param scopes: what it may call
        :param address_ranges: where it may be used from, such as ``192.0.2.0/24``
        :param allowed_origins: of a public key: the origins of the pages that use it
        :param allow_weak_signature: takes chips of documents that are signed with SHA-1 or SHA-224
        :param receipt: each verdict comes with a signed receipt, unless the request says otherwise
        :param challenge_mode: ``stepwise`` only, or ``any`` for pages with an older camera
        :param threshold: the similarity from which two faces match, where the request does not say
        :param limits: of its own, beside those of the plan
        :param idempotency_key: one key creates one key; a request that is sent again raises ``secret_already_shown``
        """
        body = given(
            {
                "name": name,
                "kind": kind,
                "scopes": scopes,
                "address_ranges": address_ranges,
                "allowed_origins": allowed_origins,
                "limits": limits,
                "require_challenge": require_challenge,
                "require_passive_liveness": require_passive_liveness,
                "require_signed_document": require_signed_document,
                "allow_weak_signature": allow_weak_signature,
                "receipt": receipt,
                "allow_several_faces": allow_several_faces,
                "challenge_mode": challenge_mode,
                "threshold": threshold,
                "expires_at": expires_at,
            }
        )
        return cast(CreatedKey, self._post("/keys", body, timeout, max_retries, once(idempotency_key)))

    def get(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Key:
        return cast(Key, self._get(_key(id), timeout, max_retries))

    def list(
        self,
        *,
        status: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Key]:
        """The newest first, without their secrets.

        :param status: ``active``, ``expired`` or ``revoked``
        """
        return self._rows("/keys", {"status": status, "limit": 100}, "keys", timeout, max_retries)

    def update(
        self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None, **change: Any
    ) -> Key:
        """Changes what is given of the settings that ``create`` takes. An ``expires_at`` of ``None``: it never ends."""
        return cast(Key, self._post(_key(id), change, timeout, max_retries, method="PATCH"))

    def rotate(
        self,
        id: str,
        *,
        overlap_s: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedKey:
        """Makes a successor.

        :param overlap_s: how long the old key lives on; a day unless given
        """
        body = given({"overlap_s": overlap_s})
        return cast(CreatedKey, self._post(f"{_key(id)}/rotate", body, timeout, max_retries, once(idempotency_key)))

    def revoke(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> Key:
        """Ends the key for good."""
        call = Call("DELETE", API + _key(id))
        return cast(Key, self._transport.send(call, timeout=timeout, max_retries=max_retries))


def _key(id: str) -> str:
    return f"/keys/{encoded(id)}"


class UsageReport(Resource):
    """Requests of the account: of live and public keys with a live key, of test keys with a test key."""

    def read(
        self,
        *,
        to: Optional[str] = None,
        by: Optional[str] = None,
        split: Optional[str] = None,
        key_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        **since: str,
    ) -> Usage:
        """Reads 800 days at most, 34 by hour, ten years by month.

        :param from: the first day, such as ``2026-11-01``, UTC, or a time; 29 days before the last unless given. As
            Python has that word for itself: ``read(**{"from": "2026-11-01"})``
        :param to: the last day, which counts, or a time, which does not; today unless given
        :param by: ``hour``, ``day``, ``month``, ``key``, ``endpoint`` or ``outcome``
        :param split: with a time in ``by``: a row for each ``key``, ``endpoint`` or ``outcome`` of that time
        :param key_id: only requests of this key
        """
        unknown = set(since) - {"from"}
        if unknown:
            raise TypeError(f"read() has no option {sorted(unknown)[0]!r}")
        asked = {"from": since.get("from"), "to": to, "by": by, "split": split, "key_id": key_id}
        call = Call("GET", with_query("/usage", asked))
        return cast(Usage, self._transport.send(call, timeout=timeout, max_retries=max_retries))
