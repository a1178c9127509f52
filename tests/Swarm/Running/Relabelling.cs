using System.Net.Http.Headers;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Swarm.Running;

/// <summary>Changes the labels of hosts.</summary>
internal sealed class Relabelling : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    private readonly PinnedAuthority _authority;
    private readonly ServerConnection _connection;

    private Relabelling(PinnedAuthority authority, SwarmOptions options)
    {
        _authority = authority;
        _connection = new ServerConnection(
            options.Server,
            authority.Accepts,
            new AuthenticationHeaderValue("Bearer", options.ApiToken),
            TimeProvider.System
        );
    }

    /// <exception cref="InvalidOperationException">The server's CA is not the pinned one, or the server does not answer.</exception>
    public static async Task<Relabelling> OpenAsync(SwarmOptions options, CancellationToken ct)
    {
        var (authority, _, problem) = await Enrolment.FetchAuthorityAsync(options.Server, options.Pin, TimeProvider.System, ct);
        return new Relabelling(authority ?? throw new InvalidOperationException(problem), options);
    }

    /// <returns>The error as a sentence; empty on success.</returns>
    public async Task<string> RunAsync(string hostId, IReadOnlyDictionary<string, string> labels, CancellationToken ct)
    {
        var body = JsonSerializer.SerializeToUtf8Bytes(
            new LabelsRequest(labels.ToDictionary(StringComparer.Ordinal), "changed by the swarm"),
            AdministrationJson.Default.LabelsRequest
        );
        while (true)
        {
            var answer = await _connection.SendAsync(HttpMethod.Put, FleetPaths.HostLabels(hostId), body, "application/json", Limit, ct);
            // One token has a limit of calls a second, and a swarm has more hosts.
            if (answer is not { Status: 429, RetryAfter: { } after })
                return answer.Granted ? "" : answer.Problem;
            await Task.Delay(after, TimeProvider.System, ct);
        }
    }

    public void Dispose()
    {
        _connection.Dispose();
        _authority.Dispose();
    }
}
