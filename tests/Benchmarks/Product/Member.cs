using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Product;

/// <summary>An enrolled host that holds its bundle and has nothing new to say.</summary>
internal sealed class Member(Identity identity, string bootId)
{
    // Nine digits from the start, so that a request keeps its length while the number grows.
    private const long FirstCounter = 100_000_000;
    private HeldBundle? held;

    public Identity Identity { get; } = identity;

    public static HostFacts Facts(int number) => new()
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
            Identity.Server, authority.Accepts, new AuthenticationHeaderValue(AgentPaths.HostScheme, Identity.Credential), TimeProvider.System);
        var answer = await connection.SendAsync(HttpMethod.Post, AgentPaths.CheckIn, Body(1), "application/json", TimeSpan.FromSeconds(20), default);
        var envelope = answer.Read(WireJson.Default.Envelope)
            ?? throw new BenchException($"the first check-in brought no bundle: {answer.Status} {answer.Problem}");
        var bundle = JsonSerializer.Deserialize(Convert.FromBase64String(envelope.Payload), WireJson.Default.Bundle)!;
        held = new(bundle.Sequence, BundleDigest.Of(bundle.Content), bundle.Expires);
    }

    /// <summary>A check-in that says what the last one said, as bytes on the wire, and where its number stands in them.</summary>
    public (byte[] Request, Range Counter) UnchangedCheckIn()
    {
        var body = Encoding.UTF8.GetString(Body(FirstCounter));
        var request = $"POST {AgentPaths.CheckIn}?wait=0 HTTP/1.1\r\n{Headers}Content-Type: application/json\r\nContent-Length: {body.Length}\r\n\r\n{body}";
        var at = request.IndexOf($"{FirstCounter}", StringComparison.Ordinal);
        return (Encoding.ASCII.GetBytes(request), at..(at + 9));
    }

    /// <summary>The empty request of the same host.</summary>
    public byte[] Ping() => Encoding.ASCII.GetBytes($"GET {AgentPaths.Ping} HTTP/1.1\r\n{Headers}\r\n");

    private string Headers => $"Host: {Identity.Server.Authority}\r\nAuthorization: {AgentPaths.HostScheme} {Identity.Credential}\r\n";

    private byte[] Body(long counter) => JsonSerializer.SerializeToUtf8Bytes(
        new CheckInRequest(held, $"sha256:{new string('a', 64)}", bootId, counter), WireJson.Default.CheckInRequest);
}
