using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Console;

/// <summary>The real server on the loopback, with its own data, and helpers for calls to it.</summary>
public sealed class ConsoleServer : IAsyncDisposable
{
    private readonly string data;
    private readonly string? database;
    private LabProcess process;

    private ConsoleServer(string data, string? database, LabProcess process, string url, string password, string caPin)
    {
        (this.data, this.database, this.process, Url, Password, CaPin) = (data, database, process, url, password, caPin);
        Http = new HttpClient(
            new HttpClientHandler
            {
                ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator,
            }
        )
        {
            BaseAddress = new(url),
        };
    }

    public string Url { get; }

    /// <summary>The password of the user admin.</summary>
    public string Password { get; }

    /// <summary>What commands know its CA by.</summary>
    public string CaPin { get; }

    /// <summary>Trusts any certificate: this tests pages, not pinning.</summary>
    public HttpClient Http { get; }

    public string Output => process.Output;

    /// <param name="options">Further options of <c>iwtune-server run</c>.</param>
    public static async Task<ConsoleServer> StartAsync(params string[] options)
    {
        var data = Directory.CreateTempSubdirectory("iwtune-console-").FullName;
        var process = LabProcess.Start(Binaries.Server, ["run", "--data", data, "--listen", "127.0.0.1:0", .. options]);
        try
        {
            await process.WaitForLineAsync("CA pin");
            string Printed(string label) => Word(process.Output, label);
            var database = options.SkipWhile(option => option != "--database").ElementAtOrDefault(1);
            var server = new ConsoleServer(data, database, process, Printed("listening"), Printed("password"), Printed("CA pin"));
            server.OwnPasswords();
            return server;
        }
        catch
        {
            process.Dispose();
            Directory.Delete(data, recursive: true);
            throw;
        }
    }

    /// <summary>Stops it; its data stays.</summary>
    public async Task StopAsync()
    {
        await process.StopAsync();
        process.Dispose();
    }

    /// <summary>Starts it after <see cref="StopAsync"/>, at the same address.</summary>
    public async Task StartAgainAsync()
    {
        process = LabProcess.Start(Binaries.Server, ["run", "--data", data, "--listen", new Uri(Url).Authority]);
        await process.WaitForLineAsync("listening");
    }

    /// <summary>A token by the real command.</summary>
    public string Token(params string[] options) => ServerToken.Create(["--data", data, .. options]).Token;

    /// <summary>A verb of <c>iwtune-server user</c>, by the real command.</summary>
    /// <returns>Its output.</returns>
    public string User(params string[] words) => Commands.Run(Binaries.Server, ["user", .. words, "--data", data]);

    /// <summary>Another person, by the real command.</summary>
    /// <returns>Their password, which is their own.</returns>
    public string AddUser(string name, params string[] roles)
    {
        var output = User(["add", name, .. roles.SelectMany(role => new[] { "--role", role })]);
        OwnPasswords();
        return Word(output, "password");
    }

    /// <summary>As if every person had chosen the password that the server made.</summary>
    public void OwnPasswords() => Change("update users set password_until = null");

    /// <summary>Moves the last activity of all sessions back.</summary>
    public void AgeSessions(TimeSpan time) => Change($"update sessions set seen_at = seen_at - {(long)time.TotalMilliseconds}");

    public async Task<EnrolReply> EnrolAsync(string token, HostFacts facts)
    {
        using var answer = await Http.PostAsJsonAsync(AgentPaths.Enrol, new EnrolRequest(token, facts), WireJson.Default.EnrolRequest);
        return await ReadAsync(answer, WireJson.Default.EnrolReply);
    }

    /// <summary>A check-in that does not wait.</summary>
    /// <param name="host">The host as it enrolled.</param>
    /// <param name="state">The state that it reports.</param>
    /// <param name="run">The run of its agent, which distinguishes copies of a machine; empty for an agent that does not send it.</param>
    /// <returns>The bundle, when the server sent one.</returns>
    public async Task<Bundle?> CheckInAsync(EnrolReply host, CheckInRequest state, string run = "")
    {
        using var answer = await SendAsync(
            host,
            AgentPaths.CheckIn + "?wait=0",
            JsonContent.Create(state, WireJson.Default.CheckInRequest),
            run
        );
        if (answer.StatusCode == System.Net.HttpStatusCode.NoContent)
            return null;
        var envelope = await ReadAsync(answer, WireJson.Default.Envelope);
        return JsonSerializer.Deserialize(Convert.FromBase64String(envelope.Payload), WireJson.Default.Bundle);
    }

    public async Task ReportAsync(EnrolReply host, IEnumerable<ReportLine> lines)
    {
        var text = string.Concat(lines.Select(line => JsonSerializer.Serialize(line, WireJson.Default.ReportLine) + "\n"));
        using var answer = await SendAsync(
            host,
            AgentPaths.Reports,
            new StringContent(text, System.Text.Encoding.UTF8, "application/x-ndjson")
        );
        answer.EnsureSuccessStatusCode();
    }

    public Task<PublishReply> PublishAsync(string apiToken, PublishRequest request) =>
        PostAsync(apiToken, FleetPaths.Policies, request, PoliciesJson.Default.PublishRequest, PoliciesJson.Default.PublishReply);

    public Task HoldAsync(string apiToken, HoldRequest request) =>
        PostAsync(apiToken, FleetPaths.Holds, request, StandingJson.Default.HoldRequest, StandingJson.Default.HoldReply);

    public Task ExceptAsync(string apiToken, ExceptionRequest request) =>
        PostAsync(apiToken, FleetPaths.Exceptions, request, ExceptionJson.Default.ExceptionRequest, ExceptionJson.Default.ExceptionSummary);

    public Task AssignAsync(string apiToken, AssignRequest request) =>
        PostAsync(apiToken, FleetPaths.Assignments, request, PoliciesJson.Default.AssignRequest, PoliciesJson.Default.AssignmentSummary);

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await StopAsync();
        Directory.Delete(data, recursive: true);
    }

    private void Change(string sql) =>
        Commands.Run(
            database is null ? "sqlite3" : "psql",
            database is null ? ["-cmd", ".timeout 10000", Path.Combine(data, "iwtune.db"), sql] : ["-q", "-c", sql, database]
        );

    private async Task<T> PostAsync<TBody, T>(string apiToken, string path, TBody body, JsonTypeInfo<TBody> type, JsonTypeInfo<T> reply)
    {
        using var message = new HttpRequestMessage(HttpMethod.Post, path) { Content = JsonContent.Create(body, type) };
        message.Headers.Authorization = new("Bearer", apiToken);
        using var answer = await Http.SendAsync(message);
        return await ReadAsync(answer, reply);
    }

    private Task<HttpResponseMessage> SendAsync(EnrolReply host, string path, HttpContent content, string run = "")
    {
        var message = new HttpRequestMessage(HttpMethod.Post, path) { Content = content };
        message.Headers.TryAddWithoutValidation("Authorization", $"{AgentPaths.HostScheme} {host.HostId}.{host.HostSecret}");
        if (run.Length > 0)
            message.Headers.Add(AgentPaths.RunHeader, run);
        return Http.SendAsync(message);
    }

    /// <summary>The last word of the line with this label.</summary>
    private static string Word(string output, string label) =>
        output
            .Split('\n')
            .First(line => line.StartsWith(label, StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[^1];

    private static async Task<T> ReadAsync<T>(HttpResponseMessage answer, JsonTypeInfo<T> type)
    {
        var text = await answer.Content.ReadAsStringAsync();
        return answer.IsSuccessStatusCode
            ? JsonSerializer.Deserialize(text, type)!
            : throw new LabException($"{answer.RequestMessage!.RequestUri}: {(int)answer.StatusCode} {text}");
    }
}
