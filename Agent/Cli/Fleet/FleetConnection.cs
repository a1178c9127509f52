using System.CommandLine;
using System.Globalization;
using System.Net.Http.Headers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Control;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Calls of one <c>iwtune fleet</c> verb, and how a refusal is reported.</summary>
internal sealed class FleetConnection : IDisposable
{
    /// <summary>How long a call to a busy server takes in all.</summary>
    internal static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60),
        DownloadLimit = TimeSpan.FromMinutes(30);

    /// <summary>The longest page that a server gives.</summary>
    private const int MostRows = 10_000;

    private readonly PinnedAuthority _authority;
    private readonly ServerConnection _connection;
    private readonly BusyServer _busy;

    private FleetConnection(Uri server, PinnedAuthority authority, ServerConnection connection, BusyServer busy)
    {
        Server = server.Authority;
        _authority = authority;
        _connection = connection;
        _busy = busy;
    }

    /// <summary>Its name and port.</summary>
    public string Server { get; }

    /// <summary>Runs a verb over a connection.</summary>
    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public static async Task<int> UseAsync(
        CliContext context,
        ParseResult parsed,
        Func<FleetConnection, Task<int>> verb,
        CancellationToken ct,
        string? host = null
    )
    {
        var (server, token, pin) = FleetOptions.Read(parsed, Environment.GetEnvironmentVariable);
        var (authority, _, problem) = await Enrolment.FetchAuthorityAsync(server, pin, context.Time, ct);
        if (authority is null)
            throw new FleetRefusedException(ExitCode.Unreachable, problem);
        var credential = new AuthenticationHeaderValue("Bearer", token);
        using var connection = new FleetConnection(
            server,
            authority,
            new ServerConnection(server, authority.Accepts, credential, context.Time),
            new BusyServer(context.Time, Patience, context.Terminal.Error.WriteLineAsync)
        );
        try
        {
            return await verb(connection);
        }
        catch (FleetRefusedException refused)
        {
            if (refused.IsMismatch)
                throw await OtherVersion.ExplainAsync(connection, refused, ct);
            var explained = host is { Length: > 0 }
                ? await SameName.ExplainAsync(connection, refused, host, context.Time.GetUtcNow(), ct)
                : refused;
            throw await NotThere.ExplainAsync(connection, explained, suggests: explained == refused, ct);
        }
    }

    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public Task<T> GetAsync<T>(string path, JsonTypeInfo<T> type, CancellationToken ct)
        where T : class => ReadAsync(HttpMethod.Get, path, default, "", type, ct);

    /// <summary>The answer as it comes, also a refusal, and without patience for a busy server.</summary>
    public Task<ServerAnswer> AskAsync(string path, CancellationToken ct) =>
        _connection.SendAsync(HttpMethod.Get, path, default, "", Limit, ct);

    /// <summary>A list, page after page, to its end or to this many rows.</summary>
    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public async Task<IReadOnlyList<TRow>> ListAsync<TRow>(
        string path,
        int? limit,
        JsonTypeInfo<IReadOnlyList<TRow>> type,
        CancellationToken ct
    )
    {
        var rows = new List<TRow>();
        var next = limit is { } most
            ? $"{path}{(path.Contains('?', StringComparison.Ordinal) ? '&' : '?')}limit="
                + $"{Math.Min(most, MostRows).ToString(CultureInfo.InvariantCulture)}"
            : path;
        while (next is not null && !(rows.Count >= limit))
        {
            var answer = await SendAsync(HttpMethod.Get, next, default, "", ct);
            rows.AddRange(answer.Read(type) ?? throw NotUnderstood());
            next = answer.Next;
        }
        if (limit < rows.Count)
            rows.RemoveRange(limit.Value, rows.Count - limit.Value);
        return rows;
    }

    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public Task<T> PostAsync<TBody, T>(string path, TBody body, JsonTypeInfo<TBody> bodyType, JsonTypeInfo<T> type, CancellationToken ct)
        where T : class => PostFileAsync(path, body, bodyType, type, "", ct);

    /// <summary>The same for the content of a file, which is named with each problem in it.</summary>
    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public Task<T> PostFileAsync<TBody, T>(
        string path,
        TBody body,
        JsonTypeInfo<TBody> bodyType,
        JsonTypeInfo<T> type,
        string file,
        CancellationToken ct
    )
        where T : class => ReadAsync(HttpMethod.Post, path, JsonSerializer.SerializeToUtf8Bytes(body, bodyType), file, type, ct);

    /// <inheritdoc cref="PostAsync{TBody,T}"/>
    public Task<T> PutAsync<TBody, T>(string path, TBody body, JsonTypeInfo<TBody> bodyType, JsonTypeInfo<T> type, CancellationToken ct)
        where T : class => ReadAsync(HttpMethod.Put, path, JsonSerializer.SerializeToUtf8Bytes(body, bodyType), "", type, ct);

    /// <summary>Writes what is at the path to a new file, whole or not at all.</summary>
    /// <returns>Bytes written.</returns>
    /// <exception cref="FleetRefusedException">The server refused, was not reached, or broke off.</exception>
    /// <exception cref="UsageException">The file exists, or cannot be written.</exception>
    public Task<long> DownloadAsync(string path, string file, CancellationToken ct) =>
        NewFile.WriteAsync(
            file,
            "Nothing was downloaded.",
            async to =>
            {
                var answer = await _busy.CallAsync(
                    CanRepeat(HttpMethod.Get),
                    () => _connection.DownloadAsync(path, to, DownloadLimit, ct),
                    ct
                );
                return answer.Granted ? to.Length : throw Refused(answer, "");
            }
        );

    /// <summary>The same for a call without an answer.</summary>
    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public async Task PostAsync<TBody>(string path, TBody body, JsonTypeInfo<TBody> bodyType, CancellationToken ct) =>
        await SendAsync(HttpMethod.Post, path, JsonSerializer.SerializeToUtf8Bytes(body, bodyType), "", ct);

    /// <summary>An answer of any length, written straight to its destination.</summary>
    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public async Task DownloadAsync<TBody>(string path, TBody body, JsonTypeInfo<TBody> bodyType, Stream to, CancellationToken ct)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(body, bodyType);
        var answer = await _busy.CallAsync(
            CanRepeat(HttpMethod.Post),
            () => _connection.DownloadAsync(HttpMethod.Post, path, json, "application/json", to, DownloadLimit, ct),
            ct
        );
        if (!answer.Granted)
            throw Refused(answer, "");
    }

    /// <summary>The same where the answer describes what ended.</summary>
    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public Task<T> DeleteAsync<T>(string path, JsonTypeInfo<T> type, CancellationToken ct)
        where T : class => ReadAsync(HttpMethod.Delete, path, default, "", type, ct);

    /// <exception cref="FleetRefusedException">The server refused, or was not reached.</exception>
    public async Task DeleteAsync(string path, CancellationToken ct) => await SendAsync(HttpMethod.Delete, path, default, "", ct);

    /// <inheritdoc/>
    public void Dispose()
    {
        _connection.Dispose();
        _authority.Dispose();
    }

    private async Task<T> ReadAsync<T>(
        HttpMethod method,
        string path,
        ReadOnlyMemory<byte> body,
        string source,
        JsonTypeInfo<T> type,
        CancellationToken ct
    )
        where T : class
    {
        var answer = await SendAsync(method, path, body, source, ct);
        return answer.Read(type) ?? throw NotUnderstood();
    }

    private static FleetRefusedException NotUnderstood() =>
        new(ExitCode.Error, "The server's answer cannot be read.") { IsMismatch = true };

    private async Task<ServerAnswer> SendAsync(
        HttpMethod method,
        string path,
        ReadOnlyMemory<byte> body,
        string source,
        CancellationToken ct
    )
    {
        var answer = await _busy.CallAsync(
            CanRepeat(method),
            () => _connection.SendAsync(method, path, body, "application/json", Limit, ct),
            ct
        );
        return answer.Granted ? answer : throw Refused(answer, source);
    }

    // A limit refuses a call before it begins (429). With 503 the server may have begun to change something.
    internal static Func<int, bool> CanRepeat(HttpMethod method) => status => status == 429 || (status == 503 && method == HttpMethod.Get);

    /// <summary>
    /// The server refers to the description of its API, which helps the author of a call; or there is no answer of an iwtune-server at all.
    /// </summary>
    private static bool IsUnknown(ServerAnswer answer) =>
        answer.Problem.Contains("/api/v1/openapi.json", StringComparison.Ordinal)
        || (answer.Status is 404 or 405 && answer.Read(AgentJson.Default.FleetProblem) is not { Title: not null });

    private static FleetRefusedException Refused(ServerAnswer answer, string source)
    {
        var problems = answer.Read(AgentJson.Default.FleetProblem)?.Problems;
        if (problems is { Count: > 0 })
            return new FleetRefusedException(
                answer.Status == 403 ? ExitCode.Permission : ExitCode.Usage,
                $"{Problems.Lines(source, problems)}\n{answer.Problem}"
            )
            {
                AsksForNumber = problems is [{ Path: HostNumber.Path }],
                Document = source,
                Problems = problems,
            };
        if (IsUnknown(answer))
            return new FleetRefusedException(answer.Status == 400 ? ExitCode.Usage : ExitCode.Error, answer.Problem) { IsMismatch = true };
        return answer.Status switch
        {
            0 => new FleetRefusedException(ExitCode.Unreachable, answer.Problem),
            400 => new FleetRefusedException(ExitCode.Usage, answer.Problem),
            401 or 403 => new FleetRefusedException(ExitCode.Permission, answer.Problem),
            429 or 503 => new FleetRefusedException(
                ExitCode.Unreachable,
                answer.RetryAfter is { } after ? $"{answer.Problem} Try again in {after.TotalSeconds:0} s." : answer.Problem
            ),
            _ => new FleetRefusedException(ExitCode.Error, answer.Problem),
        };
    }
}
