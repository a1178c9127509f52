using System.Net;
using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.EndToEnd.Console.Rollouts;

/// <summary>A second person who approves a plan: signed in as admin, with the page's own form.</summary>
internal sealed partial class Approver : IDisposable
{
    private readonly HttpClient http;

    private Approver(ConsoleServer server) =>
        http = new(
            new HttpClientHandler
            {
                ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator,
                CookieContainer = new CookieContainer(),
                AllowAutoRedirect = false,
            }
        )
        {
            BaseAddress = new(server.Url),
        };

    public static async Task<Approver> SignInAsync(ConsoleServer server)
    {
        var approver = new Approver(server);
        await approver.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "admin"), ("Input.Password", server.Password));
        return approver;
    }

    public Task ApproveAsync(string id) =>
        SubmitAsync($"/rollouts/{id}/approve", "approve", ("Input.Reason", "Looked at the hosts of the first ring."));

    public void Dispose() => http.Dispose();

    private async Task SubmitAsync(string address, string form, params (string Name, string Value)[] fields)
    {
        var page = await http.GetStringAsync(address);
        var text = page.Split("<form").First(part => part.Contains($"value=\"{form}\"", StringComparison.Ordinal)).Split("</form>")[0];
        var values = Hidden()
            .Matches(text)
            .ToDictionary(
                found => found.Groups["name"].Value,
                found => WebUtility.HtmlDecode(found.Groups["value"].Value),
                StringComparer.Ordinal
            );
        foreach (var (name, value) in fields)
            values[name] = value;
        using var answer = await http.PostAsync(address, new FormUrlEncodedContent(values));
        if (answer.StatusCode != HttpStatusCode.Redirect)
            throw new LabException($"{address}: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
    }

    [GeneratedRegex(
        """<input type="hidden" name="(?<name>[^"]+)" value="(?<value>[^"]*)" ?/?>""",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Hidden();
}
