using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance.Corrections;

/// <summary>A host that keeps its reports while it cannot reach the server.</summary>
internal sealed class LateHost(RunningServer server, TestHost host)
{
    private readonly List<ReportLine> unsent = [];

    public string Id => host.Id;

    /// <summary>Every line that the server has, and whether it came late.</summary>
    public List<(ReportLine Line, bool Late)> Durable { get; } = [];

    public int Unsent => unsent.Count;

    public static async Task<LateHost> EnrolAsync(RunningServer server, string name = "web-1") =>
        await OfAsync(server, await server.EnrolAsync(name, labels: ("site", "fra")));

    public static async Task<LateHost> OfAsync(RunningServer server, TestHost host)
    {
        await host.TakeAsync();
        return new(server, host);
    }

    public Task<Bundle?> CheckInAsync() => host.TakeAsync();

    /// <summary>Writes down a state.</summary>
    public void Write(int configured, DateTimeOffset? repaired = null) =>
        unsent.Add(host.Line(host.State(10, configured) with { Repaired = repaired }) with { At = server.Clock.GetUtcNow() });

    /// <summary>Writes down that something was measured: only that it is there.</summary>
    public void Write() => unsent.Add(host.Line(new HostEvent(HostEventKind.Drifted, "", "looked")) with { At = server.Clock.GetUtcNow() });

    /// <summary>Sends the oldest lines that are not durable yet.</summary>
    public async Task SendAsync(int most = int.MaxValue)
    {
        var lines = unsent.Take(most).ToArray();
        var now = server.Clock.GetUtcNow();
        await host.DurableAsync(lines);
        unsent.RemoveRange(0, lines.Length);
        var late = lines.Any(line => now - line.At > TimeSpan.FromMinutes(1));
        Durable.AddRange(lines.Select(line => (line, late)));
    }

    /// <summary>Sends lines again that are durable, and newer ones before older ones: the server takes neither.</summary>
    public async Task ConfuseAsync()
    {
        if (Durable.Count > 0)
            await host.DurableAsync(Durable[^1].Line);
        if (unsent.Count > 1)
            await host.DurableAsync(unsent[^1]);
    }
}
