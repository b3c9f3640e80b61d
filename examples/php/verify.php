<?php
// Compares two photos. Run: php verify.php reference.jpg selfie.jpg
declare(strict_types=1);

[, $reference, $selfie] = $argv;
$request = curl_init(getenv('SELFSAME_URL') . '/api/v3/verify');
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => ['reference' => new CURLFile($reference), 'selfie' => new CURLFile($selfie)],
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('SELFSAME_API_KEY')],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$body = curl_exec($request);
if ($body === false) {
    fwrite(STDERR, curl_error($request) . "\n");
    exit(1);
}
['data' => $data, 'error' => $error] = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
if ($error !== null) {
    fwrite(STDERR, "{$error['code']}: {$error['message']} {$error['hint']}\n");
    exit(1);
}

echo $data['decision'], ' ', json_encode($data['similarity']), "\n";
