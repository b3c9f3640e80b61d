"""The answers of version 3, in the words of its reference. Later versions of the service add fields; they are not taken out."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, Union

if sys.version_info >= (3, 11):
    from typing import Literal, NotRequired, TypedDict
else:
    from typing import TYPE_CHECKING, Literal, TypedDict

    if TYPE_CHECKING:
        from typing_extensions import NotRequired


class Meta(TypedDict):
    #: Quote it when you ask for help: the service's log has it.
    request_id: str
    version: str
    #: Which release of the service answered.
    service_version: str
    processing_ms: float
    #: The embedding model, where faces were compared.
    model: NotRequired[str]
    #: True in answers to a test key: the outcome was chosen, and nothing was analyzed.
    test: NotRequired[bool]


class Box(TypedDict):
    """Pixels of the upright photo."""

    x: float
    y: float
    width: float
    height: float


class Point(TypedDict):
    x: float
    y: float


class Quality(TypedDict):
    #: 0 (unusable) to 1 (ideal).
    score: float
    #: ``too_small``, ``blurred``, ``too_dark`` ...
    issues: List[str]


class ComparedFace(TypedDict):
    #: How many faces the photo shows. The largest was compared.
    faces: int
    box: Box
    quality: Quality


class DocumentStatus(TypedDict):
    """Whether a document is revoked, as far as a list was asked."""

    #: "status_list" (the issuer's) or "revocation_list" (its authority's).
    source: str
    #: "valid", or "unknown" where the list could not be had or is out of date.
    result: str
    #: When the list was signed, and when the service came to have it.
    issued_at: Optional[str]
    fetched_at: Optional[str]


class ReferenceDocument(TypedDict):
    """What a document says of itself; nothing of its holder."""

    format: str
    type: Optional[str]
    #: Who signed it, and their country as two letters; None where nothing was proven.
    issuer: Optional[str]
    country: Optional[str]
    #: Whether a trusted issuer's signature over the portrait was verified.
    signed: bool
    valid_until: Optional[str]
    #: 0 (unusable) to 1 (ideal).
    portrait_quality: float
    #: What the issuer's status list states; absent where the document names none, or none is fetched.
    status: NotRequired["DocumentStatus"]


class ReferenceFace(ComparedFace):
    #: None where the reference is a photo.
    document: Optional[ReferenceDocument]


class ReferenceQuality(TypedDict):
    #: Whether it shows a face and counts.
    used: bool
    faces: int
    quality: Optional[Quality]


class Comparison(TypedDict):
    """What each comparison of a reference with a selfie returns."""

    #: The one field to decide by.
    decision: Literal["accept", "reject"]
    #: Why it was rejected; empty for ``accept``.
    reasons: List[str]
    match: bool
    #: 0 to 1, or None below the threshold. 0.7 is reached by 1 impostor pair in 10,000.
    similarity: Optional[float]
    threshold: float
    #: How rarely two different people are this similar, or None below the threshold.
    false_match_rate: Optional[float]
    #: The first reference that shows a face.
    reference: ReferenceFace
    #: What each reference was good for, in their order.
    references: List[ReferenceQuality]
    challenge: Optional[Literal["passed"]]


class VerifyResult(Comparison):
    selfie: ComparedFace
    #: The signed receipt; None where it was not asked for.
    receipt: Optional[str]
    meta: Meta


class Landmarks(TypedDict):
    left_eye: Point
    right_eye: Point
    nose: Point
    left_mouth: Point
    right_mouth: Point


class Pose(TypedDict):
    """Degrees."""

    yaw: float
    pitch: float
    roll: float


class AnalyzedFace(TypedDict):
    box: Box
    landmarks: Landmarks
    pose: Pose
    quality: Quality


class AnalyzeResult(TypedDict):
    #: The largest first; empty where there is none.
    faces: List[AnalyzedFace]
    meta: Meta


class ModelsResult(TypedDict):
    #: The embedding model, as in ``meta["model"]``.
    model: str
    #: The similarity from which two faces match unless a request says otherwise.
    threshold: float
    thresholds: List[Dict[str, float]]
    models: List[Dict[str, Any]]
    meta: Meta


class SessionResult(TypedDict):
    #: None where there was nothing to compare.
    match: Optional[bool]
    similarity: Optional[float]
    threshold: float
    false_match_rate: Optional[float]
    challenge: Optional[Literal["passed", "failed"]]
    #: Why the last attempt failed; empty when verified, unless a reviewer approved it.
    reasons: List[str]
    model: str
    #: Who decided it after its attempts failed; None where nobody had to.
    reviewed_by: Optional[Literal["person", "key"]]
    review_reason: Optional[str]


SessionStatus = Literal[
    "open", "started", "captured", "needs_review", "verified", "failed", "expired", "cancelled"
]


class Session(TypedDict):
    """A verification session. Times are ISO 8601, UTC."""

    id: str
    #: Decide by it.
    status: SessionStatus
    test: bool
    external_id: Optional[str]
    #: The key that created it; None: created in the dashboard or on the command line.
    key_id: Optional[str]
    #: None once the key is deleted.
    key_name: Optional[str]
    metadata: Dict[str, str]
    challenge: Literal["required", "off", "if_unsure"]
    #: Whether it has, or had until it ended, a reference.
    has_reference: bool
    attempts: int
    attempts_allowed: int
    review: bool
    #: The first of two decisions, where the team requires two reviewers: ``decision``, ``reason``, ``by``, ``at``, and ``people``, the ids of the users behind it.
    review_pending: Optional[Dict[str, Any]]
    #: A decision that takes effect at ``due_at`` unless its ``person``, a user's id, undoes it.
    review_held: Optional[Dict[str, str]]
    #: While it waits for a review: the id of the user who decides it.
    assignee: Optional[str]
    #: Whether the reference comes from the person's wallet.
    wallet: bool
    #: The document that the reference came as; None where it is none, or the wallet has not answered.
    document: Optional[ReferenceDocument]
    #: How often it may be compared later, and for how many minutes; None where it is not.
    compare_limit: Optional[int]
    compare_within: Optional[int]
    #: How many comparisons were made.
    comparisons: int
    #: The OpenID Connect ``client`` that sends the person, and the ``sub`` that it knows the person by.
    oidc: Optional[Dict[str, str]]
    #: There once the session is captured, verified, failed or waiting for a review.
    result: Optional[SessionResult]
    #: The signed receipt of the verdict; None where none was asked for, and before the verdict.
    receipt: Optional[str]
    #: Whether photos of it are stored, encrypted to your public key: ``sealed``, ``over_limit`` where not all are, None where none is.
    evidence: Optional[str]
    #: How many links it had. Only the last one opens it.
    links: int
    #: What another session for the same person needs again; None: nothing.
    repeat_needs: Optional[Literal["reference", "document"]]
    consent: Optional[Dict[str, str]]
    created_at: str
    opened_at: Optional[str]
    #: When the person first chose "Not now": they may come back until the session ends.
    declined_at: Optional[str]
    #: When the person was done, of a session that is compared later.
    captured_at: Optional[str]
    ended_at: Optional[str]
    expires_at: str
    meta: NotRequired[Meta]


class SessionComparison(Comparison):
    #: Of the selfie; None where it was not requested.
    passive_liveness: Optional[Dict[str, Any]]
    comparisons_left: int
    #: As it is after the comparison.
    session: Session
    meta: Meta


class SessionLink(Session):
    #: Send the person there, and nobody else.
    url: str


class CreatedSession(SessionLink):
    references: List[ReferenceQuality]


class Branding(TypedDict):
    """How the page of your sessions introduces you."""

    name: Optional[str]
    #: ``#`` and six hex digits.
    accent: Optional[str]
    logo_url: Optional[str]
    #: Your privacy policy.
    privacy_url: Optional[str]
    #: Who is responsible for the data in the sense of the law.
    controller: Optional[str]
    #: Another way in: an https address, an e-mail address or a phone number.
    contact: Optional[str]
    meta: NotRequired[Meta]


class ConsentTextChange(TypedDict):
    """What people agree to in one language: plain text."""

    text: str
    #: What the check is for.
    purpose: NotRequired[Optional[str]]


class ConsentTextOf(TypedDict):
    """What people agree to in one language."""

    text: str
    purpose: Optional[str]
    #: Of ``text`` in UTF-8, hex.
    sha256: str


class ConsentText(TypedDict):
    """One version of your consent texts, by language."""

    version: str
    created_at: str
    texts: Dict[str, ConsentTextOf]
    meta: NotRequired[Meta]


class ConsentTextVersion(TypedDict):
    """One version, without its texts."""

    version: str
    created_at: str
    languages: List[str]


class ConsentTexts(TypedDict):
    """Your consent texts. In a language without one the page shows the service's own words."""

    #: Those that you can set a text for.
    languages: List[str]
    #: ``None``: you have no texts of your own.
    version: Optional[str]
    texts: Dict[str, ConsentTextOf]
    #: The newest 50, newest first.
    versions: List[ConsentTextVersion]
    meta: NotRequired[Meta]


class RetentionLimits(TypedDict):
    """The most days that an account can have."""

    sessions_days: int
    batch_results_days: int
    #: 0: no request is logged.
    request_log_days: int


class Retention(TypedDict):
    """For how many days what is the account's is stored. ``None``: as the installation."""

    #: Sessions after their end, with their timelines and records of consent.
    sessions_days: Optional[int]
    #: Batches after their end, with their results.
    batch_results_days: Optional[int]
    request_log_days: Optional[int]
    installation: RetentionLimits
    meta: NotRequired[Meta]


class TimelineEntry(TypedDict):
    kind: str
    at: str
    #: Coarse: ``phone``.
    device: Optional[str]
    browser: Optional[str]
    #: Of the attempt, the comparison or the link, from 1.
    number: Optional[int]
    passed: Optional[bool]
    challenge: Optional[Literal["passed", "failed"]]
    #: What the person could improve: ``light``, ``distance`` ...
    hint: Optional[str]
    #: Quality issues of the selfie.
    issues: List[str]
    #: Of the live challenge: ``step``, and ``seen``, whether the frame shows it; None where that was not measured.
    steps: List[Dict[str, Any]]
    #: The check of the live challenge that failed, and its photo: ``selfie``, or the number of a step.
    check: Optional[str]
    photo: Union[Literal["selfie"], int, None]
    #: For ``repeated``: the other session.
    session_id: Optional[str]
    request_id: Optional[str]
    #: Why the service ended the session.
    why: Optional[Literal["model_changed", "key_changed", "replaced"]]
    decision: Optional[Literal["approve", "reject", "retry"]]
    reason: Optional[str]
    by: Optional[Literal["person", "key"]]
    #: The id of the user who acted.
    person: Optional[str]
    #: For ``assigned``: the reviewer's id; None: nobody.
    to: Optional[str]
    #: Of a note.
    text: Optional[str]
    reasons: List[str]
    #: Where the event was sent: ``endpoint_id``, ``status``, ``attempts``.
    deliveries: List[Dict[str, Any]]


class SessionTimeline(TypedDict):
    """What happened in a session, in order of time."""

    id: str
    entries: List[TimelineEntry]
    meta: Meta


class SessionList(TypedDict):
    #: The newest first, unless sorted.
    sessions: List[Session]
    #: How many days sessions are stored after their end.
    kept_days: int
    #: For the next page; None on the last.
    next_cursor: Optional[str]
    meta: Meta


class BatchItem(TypedDict):
    #: Yours, up to 128 characters, once per batch.
    id: str
    #: One to five photos of the person. Required unless there is a ``reference_template``.
    reference_urls: NotRequired[List[str]]
    #: Or what ``templates.create`` returned, with the purpose that it was made for.
    reference_template: NotRequired[str]
    template_purpose: NotRequired[str]
    selfie_url: str


class Batch(TypedDict):
    id: str
    status: Literal["queued", "running", "completed", "cancelled"]
    total: int
    #: How many were compared.
    done: int
    #: How many could not be: their results say why.
    failed: int
    threshold: Optional[float]
    cancel_reason: Optional[Literal["asked", "key_revoked"]]
    #: Seconds until it ends, as far as that is known.
    eta_s: Optional[float]
    created_at: str
    started_at: Optional[str]
    ended_at: Optional[str]
    #: The key that the batch counts for. Services of version 0.1 leave out this field and the next two.
    key_id: NotRequired[str]
    #: None once the key is deleted.
    key_name: NotRequired[Optional[str]]
    #: How many days after its end the batch is deleted, with its results.
    kept_days: NotRequired[int]
    meta: NotRequired[Meta]


class CreatedBatch(Batch):
    #: Signs the callback, for ``verify_webhook``; None without one. It is not returned again.
    callback_secret: Optional[str]


class BatchResult(TypedDict):
    #: As you named the item.
    id: str
    #: Its place among the items, from 0. Left out by services of version 0.1.
    position: NotRequired[int]
    status: Literal["done", "failed", "pending"]
    match: Optional[bool]
    similarity: Optional[float]
    threshold: Optional[float]
    false_match_rate: Optional[float]
    references_used: Optional[int]
    #: Why it failed: a code of ``verify``, or ``url_not_allowed``, ``download_failed``, ``quota_exceeded``.
    code: Optional[str]
    #: The photo that failed: ``selfie_url``, ``reference_urls[0]``.
    param: Optional[str]
    #: For ``verify_receipt``. None where none was asked for, and of what failed.
    receipt: NotRequired[Optional[str]]


class RecentDeliveries(TypedDict):
    delivered: int
    failed: int
    last_failure_at: Optional[str]


class WebhookEndpoint(TypedDict):
    id: str
    url: str
    #: Empty: every type.
    types: List[str]
    #: Receives events of test keys, and no others.
    test: bool
    status: Literal["active", "disabled"]
    #: ``gone``: it answered 410. ``failing``: every attempt failed for five days.
    disabled_reason: Optional[str]
    failing_since: Optional[str]
    created_at: str
    #: With ``recent``: deliveries of the last 7 days.
    recent: NotRequired[RecentDeliveries]
    meta: NotRequired[Meta]


class Template(TypedDict):
    #: Opaque: store it instead of the photo.
    template: str
    purpose: str
    #: The embedding contract.
    model: str
    expires_at: str
    reference: ReferenceFace
    references: List[ReferenceQuality]
    meta: Meta


class Domain(TypedDict):
    #: In lower case and punycode.
    domain: str
    meta: NotRequired[Meta]


class DomainList(TypedDict):
    domains: List[str]
    #: Those that the operator allows for every account.
    installation: List[str]
    meta: NotRequired[Meta]


class TrustAnchor(TypedDict):
    """An authority whose signed documents the account trusts."""

    #: SHA-256 of its certificate, hex.
    id: str
    name: Optional[str]
    country: Optional[str]
    #: For requests of test keys alone.
    test: bool
    expires_at: str
    created_at: str


class TrustAnchorList(TypedDict):
    trust_anchors: List[TrustAnchor]
    meta: NotRequired[Meta]


class RegistrationCertificate(TypedDict):
    """A registrar's statement of who you are and what you may ask of wallets."""

    #: SHA-256 of it, hex.
    id: str
    name: Optional[str]
    #: Wallets are not sent it from then on. None: it does not say.
    expires_at: Optional[str]
    created_at: str


class RegistrationCertificateList(TypedDict):
    registration_certificates: List[RegistrationCertificate]
    meta: NotRequired[Meta]


class OidcClient(TypedDict):
    """A client of the service's OpenID Connect provider."""

    id: str
    name: str
    #: Takes sessions of test keys, and no others.
    test: bool
    authentication: Literal["secret", "private_key_jwt"]
    redirect_uris: List[str]
    #: Whether authorization requests have to be pushed (RFC 9126).
    par_required: bool
    #: ``kid`` of each of its public keys; empty for a client with a secret.
    key_ids: List[Optional[str]]
    #: When the secret before the last rotation stops working.
    old_secret_until: Optional[str]
    created_at: str


class CreatedOidcClient(OidcClient):
    #: Shown once. None: the client signs with its own key.
    secret: Optional[str]


class OidcClientList(TypedDict):
    #: None: the service is no OpenID Connect provider.
    issuer: Optional[str]
    oidc_clients: List[OidcClient]
    meta: NotRequired[Meta]


class KeyLimits(TypedDict):
    #: Beside those of the plan; None: no limit of its own.
    requests_per_minute: Optional[int]
    requests_per_month: Optional[int]
    concurrent_requests: Optional[int]


class Key(TypedDict):
    id: str
    name: str
    kind: Literal["private", "public", "test"]
    #: Prefix and last four characters.
    display: str
    status: Literal["active", "expired", "revoked"]
    #: None: all but ``keys:write``.
    scopes: Optional[List[str]]
    address_ranges: List[str]
    allowed_origins: List[str]
    limits: KeyLimits
    require_challenge: bool
    require_passive_liveness: bool
    require_signed_document: bool
    #: Whether the chip of a document may be signed with SHA-1 or SHA-224.
    allow_weak_signature: bool
    #: Whether each verdict comes with a signed receipt.
    receipt: bool
    allow_several_faces: bool
    #: None: as the team has it.
    challenge_mode: Optional[Literal["stepwise", "any"]]
    #: None: the team's, or else the model's own.
    threshold: Optional[float]
    #: The key that rotation made.
    successor_id: Optional[str]
    created_with: Optional[str]
    #: The id of the user who created it. None: another key or the command line did.
    created_by: Optional[str]
    #: Whether nobody who created or rotated it belongs to the team any more.
    creator_left: bool
    created_at: str
    expires_at: Optional[str]
    revoked_at: Optional[str]
    #: A day, UTC.
    last_used_on: Optional[str]
    #: Of its own `requests_per_month`. None: it has no such limit, or has ended.
    used_this_month: Optional[int]
    meta: NotRequired[Meta]


class CreatedKey(Key):
    #: The key itself. It is not returned again.
    secret: str


class UsageCounts(TypedDict):
    requests: int
    #: The times of all requests together. Left out by services of version 0.1.
    duration_ms: NotRequired[float]
    p50_ms: Optional[float]
    p95_ms: Optional[float]


class UsageRow(UsageCounts):
    group: str
    #: With the option ``split``.
    split: NotRequired[str]


class UsageKey(TypedDict):
    name: str
    display: str


class Usage(TypedDict):
    to: str
    by: Literal["key", "day", "endpoint", "outcome", "hour", "month"]
    #: Times in order, the others by requests, the most first.
    rows: List[UsageRow]
    total: UsageCounts
    #: By id, the keys that rows name, except deleted ones. Left out by services of version 0.1.
    keys: NotRequired[Dict[str, UsageKey]]
    meta: NotRequired[Meta]


class CreatedWebhookEndpoint(WebhookEndpoint):
    #: For ``verify_webhook``. It is not returned again.
    secret: str


class WebhookDelivery(TypedDict):
    id: str
    event_id: str
    type: str
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    created_at: str
    attempted_at: Optional[str]
    next_attempt_at: Optional[str]
    duration_ms: Optional[float]
    #: The last attempt's answer: ``status`` and ``body``.
    response: Optional[Dict[str, Any]]
    #: Why there was no answer, or why no further attempt is made.
    problem: Optional[str]


class Event(TypedDict):
    #: Also the ``webhook-id`` of its deliveries.
    id: str
    type: str
    timestamp: str
    data: Dict[str, Any]


class LoggedRequest(TypedDict):
    """What became of a request."""

    #: The entry's own: several requests may have one ``request_id``.
    id: str
    request_id: str
    #: None for the hosted page of a session that was created in the dashboard.
    key_id: Optional[str]
    #: None once the key is deleted.
    key_name: Optional[str]
    #: Method and path: ``POST /api/v3/verify``.
    route: str
    #: None where the client was gone before the answer.
    status: Optional[int]
    #: ``match``, ``no_match``, ``analyzed`` ...; ``error`` where there is a code.
    outcome: str
    code: Optional[str]
    quality_issues: Dict[str, List[str]]
    #: The result of the screen colors. None if there were none.
    light: Optional[str]
    challenge_details: Optional[Dict[str, Any]]
    #: Milliseconds by stage, of all photos together.
    stages_ms: Dict[str, float]
    duration_ms: float
    #: Which node answered.
    node: str
    answered_at: str
    meta: NotRequired[Meta]
