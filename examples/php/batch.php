<?php
// Compares many pairs and prints the results as CSV. Run: php batch.php pairs.ndjson
declare(strict_types=1);

/** Sends a request and returns the body of the answer; ends the program with the error's code and hint. */
function request(string $path, array $headers = [], ?string $body = null): string
{
    $request = curl_init(getenv('SELFSAME_URL') . "/api/v3/batches$path");
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('SELFSAME_API_KEY'), ...$headers],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60,
    ]);
    if ($body !== null) {
        curl_setopt($request, CURLOPT_POSTFIELDS, $body);
    }
    $answer = curl_exec($request);
    if ($answer === false) {
        fwrite(STDERR, curl_error($request) . "\n");
        exit(1);
    }
    if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400) {
        $error = json_decode($answer, true, flags: JSON_THROW_ON_ERROR)['error'];
        fwrite(STDERR, "{$error['code']}: {$error['message']} {$error['hint']}\n");
        exit(1);
    }
    return $answer;
}

$items = file_get_contents($argv[1]);
// Repeating the command within a day continues with the same batch.
$headers = ['Content-Type: application/x-ndjson', 'Idempotency-Key: ' . hash('sha256', $items)];
$batch = json_decode(request('', $headers, $items), true)['data'];

while (!in_array($batch['status'], ['completed', 'cancelled'], true)) {
    fprintf(STDERR, "%s: %d of %d\n", $batch['status'], $batch['done'] + $batch['failed'], $batch['total']);
    sleep((int) min(60, max(1, ($batch['eta_s'] ?? 4) / 4)));
    $batch = json_decode(request("/{$batch['id']}"), true)['data'];
}
echo request("/{$batch['id']}/results", ['Accept: text/csv']);
