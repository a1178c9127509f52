using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>The common server steps of tests of rotations.</summary>
internal static class RotatingServer
{
    public static StoredKeys StoredKeys(this RunningServer server) => new(server.Database, seal: null, server.Clock);

    public static async Task RotateAsync(this RunningServer server, KeyKind kind, NewKeyPlace? place = null)
    {
        var outcome = await RotateKey.RunAsync(server.StoredKeys(), server.Get<DataDirectory>(), kind, "cli:root", "", server.Clock, place);
        Assert.IsType<KeyOutcome.Done>(outcome);
        await server.LookAtKeysAsync();
    }

    public static Task<KeyOutcome> RevokeAsync(this RunningServer server, string id) =>
        RevokeKey.RunAsync(server.StoredKeys(), server.Get<DataDirectory>(), id, "cli:root", "found on a laptop", server.Clock);

    public static Task<KeyOutcome> RetireAsync(this RunningServer server, string id) =>
        RetireKey.RunAsync(server.Database, id, null, "cli:root", "", server.Clock);

    public static async Task DoneAsync(this Task<KeyOutcome> act) => Assert.IsType<KeyOutcome.Done>(await act);

    public static Task LookAtKeysAsync(this RunningServer server) => server.Running<KeyWatch>().LookAsync(CancellationToken.None);

    public static Task WritePresencesAsync(this RunningServer server) => server.Running<PresenceWriter>().WriteAsync(all: true);

    /// <summary>The host takes the bundle and acknowledges it, and the server has looked.</summary>
    public static async Task AcknowledgedAsync(this RunningServer server, TestHost host)
    {
        await host.TakeAsync();
        using (await host.CheckInAsync()) { }
        await server.WritePresencesAsync();
        await server.LookAtKeysAsync();
    }

    public static Task<FleetKeys> FleetKeysAsync(this HttpClient api) => api.GetAsync(FleetPaths.Keys, KeysJson.Default.FleetKeys);
}
