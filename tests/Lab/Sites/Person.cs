using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace IwTune.Lab;

/// <summary>
/// A person with a separate account, who signs in at the console and makes an API token there. A token made at the server's own command
/// line belongs to root on that machine, and authors cannot approve their own plans.
/// </summary>
public sealed partial class Person : IDisposable
{
    private const string NewPassword = "/sign-in/new-password";
    private readonly NetNamespace space;
    private readonly ServerProcess server;
    private readonly string pin;
    private readonly HttpClient http;
    private string token = "";

    private Person(NetNamespace space, ServerProcess server, string name, string password)
    {
        (this.space, this.server, Name, Password) = (space, server, name, password);
        pin = server.CreateToken("--kind", "api", "--scope", "read", "--name", $"pin-for-{name}").CaPin;
        http = server.Client(space);
    }

    /// <summary>The sign-in name.</summary>
    public string Name { get; }

    /// <summary>The password, from the first sign-in on the person's own.</summary>
    public string Password { get; private set; }

    /// <summary>Creates the account and its token.</summary>
    /// <exception cref="LabException">The account could not be made.</exception>
    public static async Task<Person> ComeAsync(NetNamespace space, ServerProcess server, string name)
    {
        var made = space.TryExec(Binaries.Server, "user", "add", name, "--data", server.Data);
        var password =
            made.Output.Split('\n').FirstOrDefault(line => line.Contains("assword", StringComparison.Ordinal))?.TrimEnd().Split(' ')[^1]
            ?? throw new LabException($"user add {name} ended with {made.ExitCode}: {made.Error}{made.Output}");
        return await SignedInAsync(space, server, name, password);
    }

    /// <summary>Signs in with an account that exists, and creates a token.</summary>
    /// <exception cref="LabException">The account got no token.</exception>
    public static async Task<Person> SignedInAsync(NetNamespace space, ServerProcess server, string name, string password)
    {
        var person = new Person(space, server, name, password);
        await person.SignInAsync();
        return person;
    }

    /// <summary>Runs <c>iwtune …</c> as typed, with the person's token.</summary>
    public CommandResult Run(params string[] arguments) => space.TryExec("env", Typed(arguments));

    /// <summary>The same, left running.</summary>
    public LabProcess Start(params string[] arguments) => space.Start("env", Typed(arguments));

    /// <summary>Calls the API.</summary>
    public async Task<JsonDocument> GetAsync(string path)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path)
        {
            Headers = { Authorization = new AuthenticationHeaderValue("Bearer", token) },
        };
        using var answer = await http.SendAsync(request);
        var text = await answer.Content.ReadAsStringAsync();
        return answer.IsSuccessStatusCode ? JsonDocument.Parse(text) : throw new LabException($"{path}: {(int)answer.StatusCode} {text}");
    }

    /// <summary>Whether the session's cookie opens a page; otherwise the server shows the one for signing in.</summary>
    public async Task<bool> OpensAsync(string page)
    {
        using var answer = await http.GetAsync(page, HttpCompletionOption.ResponseHeadersRead);
        return answer.IsSuccessStatusCode && answer.RequestMessage!.RequestUri!.AbsolutePath == page;
    }

    /// <summary>Begins to set up an authenticator app. Its key is in the store from then on.</summary>
    public Task BeginAppAsync() => SubmitAsync(http, "/account", "begin");

    /// <inheritdoc/>
    public void Dispose() => http.Dispose();

    private string[] Typed(string[] arguments) =>
        [$"IWTUNE_SERVER={server.Url}", $"IWTUNE_TOKEN={token}", $"IWTUNE_CA_PIN={pin}", Binaries.Agent, .. arguments];

    /// <summary>Signs in as a browser does; the client then has the session's cookie.</summary>
    /// <returns>The password from now on: an initial one is replaced.</returns>
    /// <exception cref="HttpRequestException">The server refused.</exception>
    public static async Task<string> SignInAsync(HttpClient http, string name, string password)
    {
        var next = await SubmitAsync(http, "/sign-in", "sign-in", ("Input.Name", name), ("Input.Password", password));
        if (next != NewPassword)
            return password;
        var own = $"own {password}";
        await SubmitAsync(http, NewPassword, "new-password", ("Input.Wanted", own));
        return own;
    }

    /// <returns>The page that follows.</returns>
    private static async Task<string> SubmitAsync(HttpClient http, string page, string form, params (string Name, string Value)[] fields)
    {
        using var content = new FormUrlEncodedContent([
            new("_handler", form),
            new("__RequestVerificationToken", Hidden(await http.GetStringAsync(page))),
            .. fields.Select(field => KeyValuePair.Create(field.Name, field.Value)),
        ]);
        using var answer = await http.PostAsync(page, content);
        answer.EnsureSuccessStatusCode();
        return answer.RequestMessage!.RequestUri!.AbsolutePath;
    }

    private async Task SignInAsync()
    {
        Password = await SignInAsync(http, Name, Password);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/tokens")
        {
            Content = new StringContent(
                $$"""{"kind":"Api","name":"{{Name}}","scope":"Admin","lifeSeconds":86400}""",
                Encoding.UTF8,
                "application/json"
            ),
            Headers = { { "RequestVerificationToken", Hidden(await http.GetStringAsync("/policies/new")) } },
        };
        using var made = await http.SendAsync(request);
        using var json = JsonDocument.Parse(await made.Content.ReadAsStringAsync());
        token = made.IsSuccessStatusCode
            ? json.RootElement.GetProperty("token").GetString()!
            : throw new LabException($"{Name} got no token: {json.RootElement}");
    }

    private static string Hidden(string page) =>
        AntiforgeryField().Match(page) is { Success: true } found
            ? found.Groups[1].Value
            : throw new LabException("the page has no antiforgery field:\n" + page);

    [GeneratedRegex("name=\"__RequestVerificationToken\"[^>]*value=\"([^\"]+)\"", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex AntiforgeryField();
}
