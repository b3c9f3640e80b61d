// Compares two photos. Run (.NET 10): dotnet run verify.cs reference.jpg selfie.jpg
using System.Net.Http.Headers;
using System.Text.Json;

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("SELFSAME_API_KEY"));

using var form = new MultipartFormDataContent
{
    { new ByteArrayContent(await File.ReadAllBytesAsync(args[0])), "reference", "reference" },
    { new ByteArrayContent(await File.ReadAllBytesAsync(args[1])), "selfie", "selfie" },
};
var url = Environment.GetEnvironmentVariable("SELFSAME_URL") + "/api/v3/verify";
using var response = await client.PostAsync(url, form);
using var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync());

if (!response.IsSuccessStatusCode)
{
    var error = answer.RootElement.GetProperty("error");
    Console.Error.WriteLine($"{error.GetProperty("code")}: {error.GetProperty("message")} {error.GetProperty("hint")}");
    return 1;
}
var data = answer.RootElement.GetProperty("data");
Console.WriteLine($"{data.GetProperty("decision")} {data.GetProperty("similarity")}");
return 0;
