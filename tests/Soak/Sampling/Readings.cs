using System.Globalization;
using System.Text;
using IwTune.Lab;
using IwTune.Soak.Judging;
using IwTune.Soak.Running;

namespace IwTune.Soak.Sampling;

/// <summary>Every series of a soak, read once a second.</summary>
internal sealed class Readings
{
    private const double Megabyte = 1e6;

    /// <summary>A page of the heap more or less is no growth. The server's heap is forty times the agent's.</summary>
    private const double AgentNoise = 0.5,
        ServerNoise = 4;

    /// <summary>The agent has one connection to its server and opens others for as long as a measurement takes.</summary>
    private const double AgentDescriptors = 1;

    /// <summary>Connections of browsers and of hosts come and go.</summary>
    private const double ServerDescriptors = 4;

    /// <summary>A thread of the pool more or less.</summary>
    private const double Threads = 2;

    /// <summary>SQLite moves its log into the file every 4,000 pages of 4 kB, and reuses the log afterwards; twice that.</summary>
    private const double LogLimit = 2 * 4_000 * 4_096 / Megabyte;

    /// <summary>
    /// The reports of a thousand routes that get another window are 1.3 MB, which the server takes within seconds. The agent's own bound is
    /// 16 MB.
    /// </summary>
    private const double OutboxLimit = 4;

    private static readonly TimeSpan Every = TimeSpan.FromSeconds(1);

    private readonly SoakGround ground;

    public Readings(SoakGround ground)
    {
        this.ground = ground;
        var (agent, server, state, data) = (ground.Agent.Daemon.Id, ground.Server.Id, ground.Agent.State, ground.Server.Data);
        All =
        [
            .. OfProcess("agent", agent, AgentNoise, AgentDescriptors),
            new("agent: outbox", "MB", new Bounded(OutboxLimit), () => Sizes.Folder(Path.Combine(state, "outbox")) / Megabyte),
            new("agent: state directory", "MB", new NoGrowth(AgentNoise), () => Sizes.Folder(state) / Megabyte),
            .. OfProcess("server", server, ServerNoise, ServerDescriptors),
            new("server: write-ahead log", "MB", new Bounded(LogLimit), () => Sizes.File(Path.Combine(data, "iwtune.db-wal")) / Megabyte),
            new("server: database", "MB", new Shown(), () => Sizes.File(Path.Combine(data, "iwtune.db")) / Megabyte),
        ];
    }

    /// <summary>In the order of the table.</summary>
    public IReadOnlyList<SampledSeries> All { get; }

    /// <summary>Reads until the end.</summary>
    /// <exception cref="LabException">A program ended.</exception>
    public async Task GoOnAsync(Func<double> seconds, CancellationToken ct)
    {
        try
        {
            while (true)
            {
                ground.RequireAlive();
                foreach (var series in All)
                    series.Sample(seconds());
                await Task.Delay(Every, ct);
            }
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested) { }
    }

    /// <summary>Every reading, comma-separated.</summary>
    public string Csv()
    {
        var text = new StringBuilder("seconds," + string.Join(',', All.Select(series => series.Name)) + "\n");
        for (var at = 0; at < All[^1].Points.Count; at++)
        {
            var values = All.Select(series => series.Points[at].Value.ToString("0.###", CultureInfo.InvariantCulture));
            text.Append(CultureInfo.InvariantCulture, $"{All[0].Points[at].At:0.0},{string.Join(',', values)}\n");
        }
        return text.ToString();
    }

    private static IEnumerable<SampledSeries> OfProcess(string name, int process, double noise, double descriptors) =>
        [
            new($"{name}: resident memory", "MB", new NoGrowth(noise), () => ProcessMemory.Of(process).Resident / Megabyte),
            new($"{name}: anonymous memory", "MB", new NoGrowth(noise), () => ProcessMemory.Of(process).Anonymous / Megabyte),
            new($"{name}: descriptors", "", new Steady(descriptors), () => Sizes.Descriptors(process)),
            new($"{name}: threads", "", new Steady(Threads), () => Sizes.Threads(process)),
        ];
}
