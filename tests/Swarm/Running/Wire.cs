using System.Net;
using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Swarm.Running;

/// <summary>
/// Sits between one agent and the network: counts calls, records what the agent reports to have, and simulates network faults.
/// </summary>
internal sealed class Wire(HttpMessageHandler network, Counts counts, WireFaults faults, Action<CheckInRequest> said, Action answered)
    : DelegatingHandler(network)
{
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken ct)
    {
        var path = request.RequestUri!.AbsolutePath;
        if (faults.Cuts(path))
            throw new HttpRequestException(HttpRequestError.ConnectionError, "The swarm's network is cut.");
        if (path == AgentPaths.CheckIn)
            said(JsonSerializer.Deserialize(await request.Content!.ReadAsByteArrayAsync(ct), WireJson.Default.CheckInRequest)!);
        try
        {
            var answer = await base.SendAsync(request, ct);
            Count(path, request, answer);
            return answer;
        }
        catch (HttpRequestException e)
        {
            counts.Failed($"{Word(path)}: {e.HttpRequestError}");
            throw;
        }
    }

    private void Count(string path, HttpRequestMessage request, HttpResponseMessage answer)
    {
        // The agent at once repeats a call that only lacked a fresh nonce.
        if (answer.Headers.WwwAuthenticate.Any(challenge => challenge.Parameter == $"error=\"{HostProof.StaleNonce}\""))
            return;
        if (!answer.IsSuccessStatusCode)
            counts.Failed($"{Word(path)}: {(int)answer.StatusCode}");
        else if (path == AgentPaths.CheckIn)
        {
            counts.CheckedIn(answer.StatusCode == HttpStatusCode.OK);
            answered();
        }
        else if (path == AgentPaths.Reports)
            counts.Reported(request.Content?.Headers.ContentLength ?? 0);
    }

    private static string Word(string path) => path[(path.LastIndexOf('/') + 1)..];
}

/// <summary>The current faults of the swarm's network.</summary>
internal sealed class WireFaults(TimeProvider clock)
{
    private long _awayUntil,
        _reportsUntil;

    /// <summary>Nothing passes for this time.</summary>
    public void Away(TimeSpan span) => Interlocked.Exchange(ref _awayUntil, clock.GetUtcNow().Add(span).Ticks);

    /// <summary>No report passes for this time; check-ins do.</summary>
    public void DropReports(TimeSpan span) => Interlocked.Exchange(ref _reportsUntil, clock.GetUtcNow().Add(span).Ticks);

    public bool Cuts(string path)
    {
        var now = clock.GetUtcNow().Ticks;
        return now < Interlocked.Read(ref _awayUntil) || (path == AgentPaths.Reports && now < Interlocked.Read(ref _reportsUntil));
    }
}
