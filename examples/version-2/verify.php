<?php
// Compares two photos with version 2. Usage: SELFSAME_URL=... SELFSAME_API_KEY=... php verify.php reference.jpg selfie.jpg
declare(strict_types=1);

[, $reference, $selfie] = $argv;
$request = curl_init(getenv('SELFSAME_URL') . '/api/v2/verify');
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => [
        'reference' => new CURLFile($reference),
        'selfie' => new CURLFile($selfie),
    ],
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('SELFSAME_API_KEY')],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$body = curl_exec($request);
if ($body === false) {
    fwrite(STDERR, curl_error($request) . "\n");
    exit(1);
}
$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
$result = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
if ($status !== 200) {
    fwrite(STDERR, "$status: {$result['error']}\n");
    exit(1);
}

printf(
    "%s: match %s, confidence %s, spoof %s\n",
    $result['message'],
    var_export($result['match'], true),
    $result['confidence'],
    var_export($result['is_spoof'], true),
);
