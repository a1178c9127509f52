using System.Net;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control;

/// <summary>A server, in place of the network, that has a new bundle for a host in the moment when that host says that it leaves.</summary>
/// <param name="bundle">The bundle.</param>
/// <param name="taken">Lets a second pass on the host, and says whether it enforces the bundle now.</param>
internal sealed class LateBundle(Envelope bundle, Func<bool> taken) : HttpMessageHandler
{
    /// <summary>A host that still checks in does so within a second of its own time.</summary>
    private const int Patience = 20;

    private readonly TaskCompletionSource _left = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _held;

    /// <summary>Check-ins that were held open.</summary>
    public int Held => Volatile.Read(ref _held);

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        switch (request.RequestUri!.AbsolutePath)
        {
            case AgentPaths.CheckIn when request.RequestUri.Query.EndsWith("=0", StringComparison.Ordinal):
                return new(HttpStatusCode.NoContent);
            case AgentPaths.CheckIn:
                return await HoldAsync(cancellationToken);
            case AgentPaths.Unenrol:
                _left.TrySetResult();
                for (var seconds = 0; seconds < Patience && !taken(); seconds++)
                    await Task.Delay(TimeSpan.FromMilliseconds(10), cancellationToken);
                return new(HttpStatusCode.NoContent);
            default:
                return new(HttpStatusCode.NotFound);
        }
    }

    private async Task<HttpResponseMessage> HoldAsync(CancellationToken ct)
    {
        Interlocked.Increment(ref _held);
        await _left.Task.WaitAsync(ct);
        return new(HttpStatusCode.OK)
        {
            Content = new StringContent(JsonSerializer.Serialize(bundle, WireJson.Default.Envelope), Encoding.UTF8, "application/json"),
        };
    }
}
