// Receives webhooks. Run (.NET 10): dotnet run webhook.cs
#:sdk Microsoft.NET.Sdk.Web
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

const int toleranceS = 300;
var secret = Environment.GetEnvironmentVariable("SELFSAME_WEBHOOK_SECRET")
    ?? throw new InvalidOperationException("Set SELFSAME_WEBHOOK_SECRET.");
var key = Convert.FromBase64String(secret["whsec_".Length..]);
var port = Environment.GetEnvironmentVariable("PORT") ?? "8080";

// Standard Webhooks: HMAC-SHA256 over the id, the timestamp and the raw body.
bool IsGenuine(IHeaderDictionary headers, byte[] body)
{
    var timestamp = headers["webhook-timestamp"].ToString();
    if (!long.TryParse(timestamp, out var seconds)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - (decimal)seconds) > toleranceS) return false;
    byte[] signed = [.. Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{timestamp}."), .. body];
    var digest = HMACSHA256.HashData(key, signed);
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(digest));
    // While a secret is being rotated there are two signatures.
    return headers["webhook-signature"].ToString().Split(' ')
        .Any(signature => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(signature), expected));
}

var app = WebApplication.Create(args);
app.MapPost("/webhook", async (HttpContext context) =>
{
    using var body = new MemoryStream();
    await context.Request.Body.CopyToAsync(body);
    if (!IsGenuine(context.Request.Headers, body.ToArray()))
    {
        context.Response.StatusCode = 400;
        return;
    }
    using var received = JsonDocument.Parse(body.ToArray());
    var webhook = received.RootElement;
    // An event can arrive more than once, always with the same webhook-id.
    if (webhook.GetProperty("type").GetString() == "session.verified")
        Console.WriteLine($"verified {webhook.GetProperty("data").GetProperty("external_id")}");
    context.Response.StatusCode = 204;
});
app.Run($"http://localhost:{port}");
