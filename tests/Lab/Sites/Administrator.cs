using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace IwTune.Lab;

/// <summary>A person who runs the fleet: the real commands and the API, with a personal token, next to the server.</summary>
public sealed class Administrator : IDisposable
{
    private readonly NetNamespace space;
    private readonly ServerProcess server;
    private readonly ServerToken token;
    private readonly HttpClient http;

    /// <summary>Gets a token from the server.</summary>
    /// <param name="space">Where the commands run.</param>
    /// <param name="server">The server.</param>
    /// <param name="role">The token's role; operator by default.</param>
    public Administrator(NetNamespace space, ServerProcess server, string? role = null)
        : this(space, server, server.CreateToken(["--kind", "api", .. role is null ? Array.Empty<string>() : ["--role", role]])) { }

    /// <summary>With a token that the server knows already.</summary>
    public Administrator(NetNamespace space, ServerProcess server, ServerToken token)
    {
        (this.space, this.server, this.token) = (space, server, token);
        http = server.Client(space);
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token.Token);
    }

    /// <summary>Runs <c>iwtune …</c> as typed, with the environment that <c>token create --kind api</c> prints.</summary>
    public CommandResult Run(params string[] arguments) =>
        space.TryExec(
            "env",
            [$"IWTUNE_SERVER={server.Url}", $"IWTUNE_TOKEN={token.Token}", $"IWTUNE_CA_PIN={token.CaPin}", Binaries.Agent, .. arguments]
        );

    /// <summary>Calls the API and returns the answer's body.</summary>
    /// <exception cref="HttpRequestException">The API refused.</exception>
    public Task<string> GetAsync(string path) => http.GetStringAsync(path);

    /// <summary>Sends JSON to the API and returns the answer's body.</summary>
    /// <exception cref="LabException">The API refused; the text has its answer.</exception>
    public async Task<string> PostAsync<T>(string path, T body, JsonTypeInfo<T> type)
    {
        using var answer = await http.PostAsync(path, JsonContent.Create(body, type));
        var text = await answer.Content.ReadAsStringAsync();
        return answer.IsSuccessStatusCode ? text : throw new LabException($"POST {path}: {(int)answer.StatusCode} {text}");
    }

    /// <summary>The id of the one object of a list of the API that is wanted.</summary>
    /// <exception cref="InvalidOperationException">None or several are.</exception>
    public async Task<string> IdAsync(string path, Func<JsonElement, bool> wanted)
    {
        using var all = JsonDocument.Parse(await GetAsync(path));
        return all.RootElement.EnumerateArray().Single(wanted).GetProperty("id").ToString();
    }

    /// <inheritdoc/>
    public void Dispose() => http.Dispose();
}
