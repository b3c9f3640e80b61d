// Creates a session for a customer and prints its link. Run (.NET 10): dotnet run session.cs passport.jpg customer-1207
using System.Net.Http.Headers;
using System.Text.Json;

var customer = args[1];
using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("SELFSAME_API_KEY"));
// Repeating the command within a day returns the same session.
client.DefaultRequestHeaders.Add("Idempotency-Key", $"sign-up-{customer}");

using var form = new MultipartFormDataContent
{
    { new ByteArrayContent(await File.ReadAllBytesAsync(args[0])), "reference", "reference" },
    { new StringContent(customer), "external_id" },
};
var url = Environment.GetEnvironmentVariable("SELFSAME_URL") + "/api/v3/sessions";
using var response = await client.PostAsync(url, form);
using var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync());

if (!response.IsSuccessStatusCode)
{
    var error = answer.RootElement.GetProperty("error");
    Console.Error.WriteLine($"{error.GetProperty("code")}: {error.GetProperty("message")} {error.GetProperty("hint")}");
    return 1;
}
var session = answer.RootElement.GetProperty("data");
Console.WriteLine($"{session.GetProperty("id")} {session.GetProperty("url")}");
return 0;
