using System.Net;
using System.Net.Http.Headers;
using System.Net.Security;
using IwTune.Agent.Control.Keys;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control;

/// <summary>Calls to one server over TLS that only its own CA can vouch for. Never throws for what a network does.</summary>
public sealed class ServerConnection : IDisposable
{
    /// <summary>The longest answer that is taken, bytes.</summary>
    private const int MaxAnswer = 8 << 20;

    /// <summary>Of a long answer, read at once; bytes.</summary>
    private const int Piece = 64 << 10;

    private static readonly TimeSpan ConnectTime = TimeSpan.FromSeconds(10);

    private readonly HttpClient _http;
    private readonly TimeProvider _clock;
    private readonly Uri _server;

    /// <summary>Connects when first called.</summary>
    /// <param name="server">The server's address.</param>
    /// <param name="trust">The verdict on its certificate.</param>
    /// <param name="credential">Goes into every call's Authorization header.</param>
    /// <param name="clock">Measures the time limits.</param>
    /// <param name="wire">As in <see cref="DaemonProcess.Wire"/>.</param>
    public ServerConnection(
        Uri server,
        RemoteCertificateValidationCallback trust,
        AuthenticationHeaderValue? credential,
        TimeProvider clock,
        Func<HttpMessageHandler, HttpMessageHandler>? wire = null
    )
    {
        _server = server;
        _clock = clock;
        var handler = new SocketsHttpHandler
        {
            ConnectTimeout = ConnectTime,
            // A new connection from time to time: the name may point elsewhere by then.
            PooledConnectionLifetime = TimeSpan.FromMinutes(15),
            // A dead path would otherwise hold a long poll until TCP gives up, which takes a quarter of an hour.
            KeepAlivePingDelay = TimeSpan.FromSeconds(20),
            KeepAlivePingTimeout = TimeSpan.FromSeconds(10),
            UseProxy = false,
            AllowAutoRedirect = false,
            UseCookies = false,
        };
        handler.SslOptions.RemoteCertificateValidationCallback = trust;
        _http = new HttpClient(new GuardedNetwork(wire?.Invoke(handler) ?? handler))
        {
            BaseAddress = _server,
            Timeout = Timeout.InfiniteTimeSpan,
            MaxResponseContentBufferSize = MaxAnswer,
            DefaultRequestVersion = HttpVersion.Version20,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionOrLower,
        };
        Credential = credential;
        _http.DefaultRequestHeaders.UserAgent.Add(new ProductInfoHeaderValue("iwtune", AgentVersion.Text));
    }

    /// <summary>Goes into every call's Authorization header; may change between calls.</summary>
    public AuthenticationHeaderValue? Credential { get; set; }

    /// <summary>Goes into every call's header <see cref="AgentPaths.RunHeader"/>; <see langword="null"/> for none.</summary>
    public string? Run { get; set; }

    /// <summary>
    /// Proves this host's key with every call of <see cref="SendAsync"/>; <see langword="null"/> for a caller that has none.
    /// </summary>
    public HostProver? Prover { get; set; }

    /// <summary>Sends a request and reads the whole answer. A proof that came too late is made again, once.</summary>
    /// <param name="method">GET, POST, …</param>
    /// <param name="path">Path and query, from the root.</param>
    /// <param name="body">The body; empty for none.</param>
    /// <param name="contentType">What the body is.</param>
    /// <param name="limit">How long the whole call may take.</param>
    /// <param name="ct">Cancels the call; the only way this throws.</param>
    public async Task<ServerAnswer> SendAsync(
        HttpMethod method,
        string path,
        ReadOnlyMemory<byte> body,
        string contentType,
        TimeSpan limit,
        CancellationToken ct
    )
    {
        var answer = await OnceAsync(method, path, body, contentType, limit, ct);
        return answer.ProofError is HostProof.StaleNonce or HostProof.Repeated && Prover is not null
            ? await OnceAsync(method, path, body, contentType, limit, ct)
            : answer;
    }

    private async Task<ServerAnswer> OnceAsync(
        HttpMethod method,
        string path,
        ReadOnlyMemory<byte> body,
        string contentType,
        TimeSpan limit,
        CancellationToken ct
    )
    {
        using var timeout = new CancellationTokenSource(limit, _clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, timeout.Token);
        using var request = Request(method, path);
        if (!body.IsEmpty)
        {
            request.Content = new ReadOnlyMemoryContent(body);
            request.Content.Headers.ContentType = new MediaTypeHeaderValue(contentType);
        }
        var prover = Prover;
        if (prover is not null)
        {
            var (proof, problem) = prover.Prove(method.Method, path, body.Span);
            if (proof is null)
                return ServerAnswer.Unanswered($"{_server.Authority} was not called. {problem}");
            request.Headers.TryAddWithoutValidation(AgentPaths.ProofHeader, proof);
        }
        try
        {
            using var response = await _http.SendAsync(request, either.Token);
            if (response.Headers.TryGetValues(AgentPaths.NonceHeader, out var nonces))
                prover?.Hear(nonces.First());
            var answer = await response.Content.ReadAsByteArrayAsync(either.Token);
            return response.IsSuccessStatusCode
                ? new ServerAnswer((int)response.StatusCode, answer) { Wants = Wants(response), Next = Next(response) }
                : Refusal(response, answer);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return Silent($"did not answer within {limit.TotalSeconds:0} s", timeout.Token);
        }
        catch (HttpRequestException e)
        {
            return ServerAnswer.Unanswered(Reachability.Explain(_server, e));
        }
    }

    /// <summary>Asks for something of any length and writes it out as it comes.</summary>
    /// <param name="path">Path and query, from the root.</param>
    /// <param name="to">Takes what comes.</param>
    /// <param name="limit">How long the whole call may take.</param>
    /// <param name="ct">Cancels the call; besides what <paramref name="to"/> throws, the only way this throws.</param>
    /// <returns>An answer without a body; not granted when the connection broke in the middle.</returns>
    public Task<ServerAnswer> DownloadAsync(string path, Stream to, TimeSpan limit, CancellationToken ct) =>
        DownloadAsync(HttpMethod.Get, path, default, "", to, limit, ct);

    /// <summary>The same with a body.</summary>
    public async Task<ServerAnswer> DownloadAsync(
        HttpMethod method,
        string path,
        ReadOnlyMemory<byte> body,
        string contentType,
        Stream to,
        TimeSpan limit,
        CancellationToken ct
    )
    {
        using var timeout = new CancellationTokenSource(limit, _clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, timeout.Token);
        using var request = Request(method, path);
        if (!body.IsEmpty)
        {
            request.Content = new ReadOnlyMemoryContent(body);
            request.Content.Headers.ContentType = new MediaTypeHeaderValue(contentType);
        }
        try
        {
            using var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, either.Token);
            if (!response.IsSuccessStatusCode)
                return Refusal(response, await response.Content.ReadAsByteArrayAsync(either.Token));
            await using var from = await response.Content.ReadAsStreamAsync(either.Token);
            var piece = new byte[Piece];
            while (await ReadAsync(from, piece, either.Token) is > 0 and var read)
                await to.WriteAsync(piece.AsMemory(0, read), either.Token);
            return new ServerAnswer((int)response.StatusCode, default);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return Silent($"did not send everything within {limit.TotalSeconds:0} s", timeout.Token);
        }
        catch (HttpIOException broken)
        {
            return ServerAnswer.Unanswered(Reachability.ExplainEarlyEnd(_server, broken));
        }
        catch (HttpRequestException e)
        {
            return ServerAnswer.Unanswered(Reachability.Explain(_server, e));
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    /// <summary>A broken connection may throw the same as a full disk.</summary>
    private static async Task<int> ReadAsync(Stream from, Memory<byte> piece, CancellationToken ct)
    {
        try
        {
            return await from.ReadAsync(piece, ct);
        }
        catch (IOException broken) when (broken is not HttpIOException)
        {
            throw new HttpIOException(HttpRequestError.ResponseEnded, broken.Message, broken);
        }
    }

    /// <summary>A call ends at its own limit, or earlier at that of connecting.</summary>
    private ServerAnswer Silent(string what, CancellationToken over) =>
        ServerAnswer.Unanswered(
            $"{_server.Authority} "
                + (over.IsCancellationRequested ? what : $"could not be connected and secured within {ConnectTime.TotalSeconds:0} s")
                + "."
        );

    private HttpRequestMessage Request(HttpMethod method, string path)
    {
        var request = new HttpRequestMessage(method, path);
        request.Headers.Authorization = Credential;
        if (Run is { } run)
            request.Headers.TryAddWithoutValidation(AgentPaths.RunHeader, run);
        return request;
    }

    private static string ProofError(HttpResponseMessage response)
    {
        const string start = "error=\"";
        foreach (var challenge in response.Headers.WwwAuthenticate)
        {
            if (
                challenge is { Scheme: AgentPaths.HostScheme, Parameter: { } parameter }
                && parameter.StartsWith(start, StringComparison.Ordinal)
                && parameter.EndsWith('"')
            )
                return parameter[start.Length..^1];
        }
        return "";
    }

    private static string Wants(HttpResponseMessage response) =>
        response.Headers.TryGetValues(AgentPaths.WantsHeader, out var values) ? string.Join(',', values) : "";

    private static string? Next(HttpResponseMessage response)
    {
        const string next = ">; rel=\"next\"";
        if (!response.Headers.TryGetValues("Link", out var values))
            return null;
        foreach (var value in values)
        {
            // The server answers with no other link, and a link to another server is never followed.
            if (value.StartsWith("</", StringComparison.Ordinal) && value.EndsWith(next, StringComparison.Ordinal))
                return value[1..^next.Length];
        }
        return null;
    }

    private ServerAnswer Refusal(HttpResponseMessage response, byte[] body)
    {
        var answer = new ServerAnswer((int)response.StatusCode, body, "", RetryAfter(response));
        var problem = answer.Read(AgentJson.Default.FleetProblem);
        return answer with
        {
            Membership = problem?.Membership,
            ProofError = ProofError(response),
            Problem = problem is { Title: not null }
                ? $"{problem.Title} {problem.Detail}".TrimEnd()
                : $"The server answered {answer.Status} {response.ReasonPhrase} and gave no reason.",
        };
    }

    private TimeSpan? RetryAfter(HttpResponseMessage response)
    {
        var after = response.Headers.RetryAfter;
        return after?.Delta ?? (after?.Date is { } date ? TimeSpan.FromTicks(Math.Max(0, (date - _clock.GetUtcNow()).Ticks)) : null);
    }
}
