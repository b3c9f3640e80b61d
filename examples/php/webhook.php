<?php
// Receives webhooks without a framework. Run: php -S localhost:8080 webhook.php
declare(strict_types=1);

const TOLERANCE_S = 300;

/** Standard Webhooks: HMAC-SHA256 over the id, the timestamp and the raw body. */
function isGenuine(string $body, string $secret): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_S) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is being rotated there are two signatures.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$secret = getenv('SELFSAME_WEBHOOK_SECRET') ?: throw new RuntimeException('Set SELFSAME_WEBHOOK_SECRET.');
// As it was received: $_POST and decoded JSON have lost the bytes that were signed.
$body = file_get_contents('php://input');
if (!isGenuine($body, $secret)) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
// An event can arrive more than once, always with the same webhook-id.
if ($event['type'] === 'session.verified') {
    error_log("verified {$event['data']['external_id']}");
}
http_response_code(204);
