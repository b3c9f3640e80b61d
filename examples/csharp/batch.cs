// Compares many pairs and prints the results as CSV. Run (.NET 10): dotnet run batch.cs pairs.ndjson
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text.Json;

using var client = new HttpClient { Timeout = TimeSpan.FromMinutes(1) };
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("SELFSAME_API_KEY"));

// Returns the body of the answer; ends the program with the error's code and hint.
async Task<string> Send(HttpMethod method, string path, HttpContent? content = null, string? idempotencyKey = null)
{
    var url = Environment.GetEnvironmentVariable("SELFSAME_URL") + "/api/v3/batches" + path;
    using var request = new HttpRequestMessage(method, url) { Content = content };
    if (idempotencyKey != null) request.Headers.Add("Idempotency-Key", idempotencyKey);
    request.Headers.Add("Accept", path.EndsWith("/results") ? "text/csv" : "application/json");
    using var response = await client.SendAsync(request);
    var body = await response.Content.ReadAsStringAsync();
    if (response.IsSuccessStatusCode) return body;
    using var answer = JsonDocument.Parse(body);
    var error = answer.RootElement.GetProperty("error");
    Console.Error.WriteLine($"{error.GetProperty("code")}: {error.GetProperty("message")} {error.GetProperty("hint")}");
    Environment.Exit(1);
    return "";
}

var items = await File.ReadAllBytesAsync(args[0]);
var content = new ByteArrayContent(items);
content.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
// Repeating the command within a day continues with the same batch.
var created = await Send(HttpMethod.Post, "", content, Convert.ToHexStringLower(SHA256.HashData(items)));
var batch = JsonDocument.Parse(created).RootElement.GetProperty("data");
var id = batch.GetProperty("id").GetString();

while (batch.GetProperty("status").GetString() is not ("completed" or "cancelled"))
{
    Console.Error.WriteLine($"{batch.GetProperty("status")}: {batch.GetProperty("done")} of {batch.GetProperty("total")}");
    await Task.Delay(TimeSpan.FromSeconds(2));
    batch = JsonDocument.Parse(await Send(HttpMethod.Get, $"/{id}")).RootElement.GetProperty("data");
}
Console.Write(await Send(HttpMethod.Get, $"/{id}/results"));
