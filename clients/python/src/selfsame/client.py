"""The client: the calls on photos, and the resources."""

from __future__ import annotations

import ssl
from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, cast

from .photos import Photo, form_of
from .resources import (
    API,
    Batches,
    BrandingSettings,
    ConsentTextSettings,
    Domains,
    Events,
    Keys,
    OidcClients,
    RegistrationCertificates,
    TrustAnchors,
    Requests,
    RetentionSettings,
    Sessions,
    Templates,
    UsageReport,
    WebhookEndpoints,
)
from .results import AnalyzeResult, ModelsResult, VerifyResult
from .transport import Call, Clock, transport_of


class Selfsame:
    """A face verification service.

    >>> selfsame = Selfsame(api_key="ss_sk_...", base_url="http://127.0.0.1:3000")
    >>> result = selfsame.verify(reference="passport.jpg", selfie="selfie.jpg")  # doctest: +SKIP
    >>> result["decision"]  # doctest: +SKIP
    'accept'

    A client may be shared between threads: it holds no connection.

    :param api_key: a private key; ``SELFSAME_API_KEY`` of the environment unless given
    :param base_url: where the service is; ``SELFSAME_URL`` of the environment unless given
    :param timeout: the longest a call may take in seconds, all attempts together
    :param max_retries: how often to retry what can succeed later
    :param require_challenge: ``verify`` without the token of a live challenge is an error; as the key's settings say unless given
    :param ssl_context: for a service behind a certificate of your own
    """

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 2,
        require_challenge: Union[bool, Literal["if_unsure"], None] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        clock: Clock = Clock(),
    ) -> None:
        self._transport = transport_of(api_key, base_url, timeout, max_retries, ssl_context, clock)
        self._require_challenge = require_challenge
        self.sessions = Sessions(self._transport)
        self.branding = BrandingSettings(self._transport)
        self.consent_texts = ConsentTextSettings(self._transport)
        self.retention = RetentionSettings(self._transport)
        self.batches = Batches(self._transport)
        self.webhook_endpoints = WebhookEndpoints(self._transport)
        self.events = Events(self._transport)
        self.requests = Requests(self._transport)
        self.keys = Keys(self._transport)
        self.domains = Domains(self._transport)
        self.trust_anchors = TrustAnchors(self._transport)
        self.registration_certificates = RegistrationCertificates(self._transport)
        self.oidc_clients = OidcClients(self._transport)
        self.templates = Templates(self._transport)
        self.usage = UsageReport(self._transport)

    def verify(
        self,
        *,
        reference: Optional[Union[Photo, Sequence[Photo]]] = None,
        reference_document: Optional[Photo] = None,
        document_format: Optional[str] = None,
        sod: Optional[Photo] = None,
        session_transcript: Optional[str] = None,
        audience: Optional[str] = None,
        require_signed_document: Optional[bool] = None,
        reference_template: Optional[str] = None,
        template_purpose: Optional[str] = None,
        selfie: Photo,
        threshold: Optional[float] = None,
        challenge_token: Optional[str] = None,
        nonce: Optional[str] = None,
        require_challenge: Union[bool, Literal["if_unsure"], None] = None,
        allow_several_faces: Optional[bool] = None,
        passive_liveness: Optional[bool] = None,
        allow_unsure: Optional[bool] = None,
        receipt: Optional[bool] = None,
        simulate: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> VerifyResult:
        """Compares two photos. Two people who do not match are a result, not an error.

        :param reference: up to five photos of the person; those that show a face are averaged
        :param reference_document: in the place of ``reference``: a document that holds the portrait
        :param reference_template: or what ``templates.create`` returned, with the ``template_purpose`` that it was made for
        :param document_format: ``face_record``, ``dg2``, ``mdoc`` or ``sd_jwt_vc``
        :param sod: with ``dg2``: EF.SOD of the same chip, whose signature is checked
        :param session_transcript: with ``mdoc``: the SessionTranscript of the request that the wallet answered, as base64
        :param audience: with ``sd_jwt_vc``: the ``client_id`` of that request, whose nonce is ``nonce``
        :param require_signed_document: rejects a reference that no trusted issuer signed
        :param threshold: the similarity from which two faces match, 0 to 1
        :param challenge_token: what the camera returned for a passed live challenge; None where there was none
        :param nonce: what the challenge was started with, where it was started with one
        :param passive_liveness: checks the selfie for presentation attacks; one that does not pass is rejected
        :param allow_unsure: only an attack is rejected, not a selfie that the check is unsure of
        :param receipt: the answer comes with a signed receipt: see ``verify_receipt``
        :param simulate: with a test key: the outcome
        """
        texts = {
            "document_format": document_format,
            "require_signed_document": require_signed_document,
            "session_transcript": session_transcript,
            "audience": audience,
            "reference_template": reference_template,
            "template_purpose": template_purpose,
            "threshold": threshold,
            "challenge_token": challenge_token,
            "nonce": nonce,
            "require_challenge": self._require_challenge if require_challenge is None else require_challenge,
            "allow_several_faces": allow_several_faces,
            "passive_liveness": passive_liveness,
            "allow_unsure": allow_unsure,
            "receipt": receipt,
            "simulate": simulate,
        }
        photos = {"reference": reference, "reference_document": reference_document, "sod": sod, "selfie": selfie}
        return cast(VerifyResult, self._post_form("/verify", photos, texts, timeout, max_retries))

    def analyze(
        self,
        *,
        photo: Photo,
        passive_liveness: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AnalyzeResult:
        """Finds the faces of a photo: box, landmarks, pose and quality.

        :param passive_liveness: checks the main face for presentation attacks
        """
        texts = {"passive_liveness": passive_liveness}
        return cast(AnalyzeResult, self._post_form("/analyze", {"photo": photo}, texts, timeout, max_retries))

    def models(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> ModelsResult:
        """The models in use, with license, checksum and what a similarity means."""
        call = Call("GET", f"{API}/models")
        return cast(ModelsResult, self._transport.send(call, timeout=timeout, max_retries=max_retries))

    def _post_form(
        self,
        path: str,
        photos: Mapping[str, Optional[Union[Photo, Sequence[Photo]]]],
        texts: Mapping[str, Any],
        timeout: Optional[float],
        max_retries: Optional[int],
    ) -> Dict[str, Any]:
        body, content_type = form_of(photos, texts)
        call = Call("POST", API + path, body, {"Content-Type": content_type})
        return self._transport.send(call, timeout=timeout, max_retries=max_retries)
