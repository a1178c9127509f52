using System.Buffers.Text;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Keys;
using IwTune.Benchmarks.Measuring;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Product;

/// <summary>An enrolled host that holds its bundle and has nothing new to report.</summary>
/// <param name="identity">The identity from its enrolment.</param>
/// <param name="bootId">Of its facts.</param>
/// <param name="prover">Of its host key; <see langword="null"/> where it has none.</param>
internal sealed class Member(Identity identity, string bootId, HostProver? prover = null)
{
    // Nine digits from the start, so that a request keeps its length while the number grows.
    private const long FirstCounter = 100_000_000;
    private static readonly string Target = $"{AgentPaths.CheckIn}?wait=0";
    private readonly HostProver? _prover = prover;
    private HeldBundle? held;

    public Identity Identity { get; } = identity;

    public static HostFacts Facts(int number) =>
        new()
        {
            HostName = $"bench-{number}",
            Os = "linux",
            OsName = "Debian GNU/Linux 12 (bookworm)",
            Kernel = "6.1.0-18-amd64",
            BootId = $"00000000-0000-0000-0000-{number:D12}",
            MachineId = $"bench-machine-{number}",
            AgentVersion = "0.1.0",
        };

    /// <summary>Its first check-in, which the server answers with a bundle.</summary>
    public async Task FetchBundleAsync(PinnedAuthority authority)
    {
        using var connection = new ServerConnection(
            Identity.Server,
            authority.Accepts,
            new AuthenticationHeaderValue(AgentPaths.HostScheme, Identity.Credential),
            TimeProvider.System
        )
        {
            Prover = _prover,
        };
        var answer = await connection.SendAsync(
            HttpMethod.Post,
            AgentPaths.CheckIn,
            Body(1),
            "application/json",
            TimeSpan.FromSeconds(20),
            default
        );
        var envelope =
            answer.Read(WireJson.Default.Envelope)
            ?? throw new BenchException($"the first check-in brought no bundle: {answer.Status} {answer.Problem}");
        held = new ReceivedBundles().Read(envelope).Held;
    }

    /// <summary>A check-in with the content of the last one, and a higher number each time.</summary>
    public Action CheckIns(KeptConnection connection)
    {
        var counter = FirstCounter;
        var request = Encoding.ASCII.GetBytes(Request("", Encoding.UTF8.GetString(Body(counter))));
        var digits = request.AsSpan().IndexOf(Encoding.ASCII.GetBytes($"{counter}"));
        return () =>
        {
            Utf8Formatter.TryFormat(++counter, request.AsSpan(digits), out _);
            connection.Exchange(request);
        };
    }

    /// <summary>The same for several hosts in turn, each with its own proof of its host key.</summary>
    /// <param name="hosts">Hosts with keys.</param>
    /// <param name="connection">The connection that they share.</param>
    /// <param name="more">Further headers, each with its end of line.</param>
    public static Action ProvenCheckIns(IReadOnlyList<Member> hosts, KeptConnection connection, string more)
    {
        var counter = FirstCounter;
        return () =>
        {
            var host = hosts[(int)(++counter % hosts.Count)];
            connection.Exchange(host.ProvenCheckIn(counter, more));
            host._prover!.Hear(connection.Header(AgentPaths.NonceHeader));
        };
    }

    private byte[] ProvenCheckIn(long counter, string more)
    {
        var body = Body(counter);
        var (proof, problem) = _prover!.Prove("POST", Target, body);
        return proof is null
            ? throw new BenchException(problem)
            : Encoding.ASCII.GetBytes(Request($"{AgentPaths.ProofHeader}: {proof}\r\n{more}", Encoding.UTF8.GetString(body)));
    }

    /// <summary>The empty request of the same host.</summary>
    public byte[] Ping() => Encoding.ASCII.GetBytes($"GET {AgentPaths.Ping} HTTP/1.1\r\n{Headers}\r\n");

    private string Request(string more, string body) =>
        $"POST {Target} HTTP/1.1\r\n{Headers}{more}Content-Type: application/json\r\nContent-Length: {body.Length}\r\n\r\n{body}";

    private string Headers => $"Host: {Identity.Server.Authority}\r\nAuthorization: {AgentPaths.HostScheme} {Identity.Credential}\r\n";

    private byte[] Body(long counter) =>
        JsonSerializer.SerializeToUtf8Bytes(
            new CheckInRequest(held, $"sha256:{new string('a', 64)}", bootId, counter),
            WireJson.Default.CheckInRequest
        );
}
