<?php
// Creates a session for a customer and prints its link. Run: php session.php passport.jpg customer-1207
declare(strict_types=1);

[, $photo, $customer] = $argv;
$request = curl_init(getenv('SELFSAME_URL') . '/api/v3/sessions');
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => ['reference' => new CURLFile($photo), 'external_id' => $customer],
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('SELFSAME_API_KEY'),
        // Repeating the command within a day returns the same session.
        "Idempotency-Key: sign-up-$customer",
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$body = curl_exec($request);
if ($body === false) {
    fwrite(STDERR, curl_error($request) . "\n");
    exit(1);
}
['data' => $session, 'error' => $error] = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
if ($error !== null) {
    fwrite(STDERR, "{$error['code']}: {$error['message']} {$error['hint']}\n");
    exit(1);
}

echo $session['id'], ' ', $session['url'], "\n";
