using System.Runtime.CompilerServices;
using IwTune.Lab;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

/// <summary>What stays of a server that was stopped: thousands of them run one after the other in one process of tests.</summary>
public sealed class StoppedServerTests
{
    [Fact]
    public async Task Nothing_keeps_a_stopped_server_in_memory()
    {
        var stopped = await RunAndStopAsync();
        await Until.TrueAsync(
            async () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                // Connections that are being closed hold it for a moment.
                await Task.Delay(TimeSpan.FromMilliseconds(50));
                return !stopped.TryGetTarget(out _);
            },
            () => "a server that was stopped and disposed of is still referenced"
        );
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<WeakReference<HostDirectory>> RunAndStopAsync()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        _ = await server.EnrolAsync();
        using var page = await api.GetAsync("/sign-in");
        return new(server.Get<HostDirectory>());
    }
}
