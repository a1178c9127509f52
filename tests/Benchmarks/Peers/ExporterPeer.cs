using System.Diagnostics;
using System.Net.Sockets;
using System.Text;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>Prometheus' node exporter with its default collectors, in a namespace whose route has a window.</summary>
internal sealed class ExporterPeer : IPeer
{
    private readonly NetNamespace space = RouteSpace.Create(0);
    private LabProcess? daemon;

    public string Name => "prometheus-node-exporter";

    public Rival? Program => Rival.NodeExporter;

    public DisturbedRoute? Route => null;

    public int? Resident => daemon?.Id;

    public string ResidentNote => "";

    public PeerCommand Idle =>
        new(
            "GET /metrics",
            () =>
                space.Run(() =>
                {
                    var time = Stopwatch.StartNew();
                    Scrape();
                    return time.Elapsed;
                })
        );

    public PeerCommand? Repair => null;

    public string Better => "smaller at rest; hundreds of metrics that every tool of the Prometheus family reads";

    public async Task StartAsync()
    {
        RouteUnderTest.Set(space);
        daemon = IdleAgents.StartNodeExporter(space);
        await daemon.WaitForLineAsync("Listening on", TimeSpan.FromSeconds(30));
    }

    public string? Schedule() => "sets none";

    public string Reports() =>
        RouteUnderTest.Named(space.Run(Scrape)) ? "a metric with the window" : "nothing: no metric has the window of a route";

    public void Dispose()
    {
        daemon?.Dispose();
        space.Dispose();
    }

    private static string Scrape()
    {
        using var client = new TcpClient("127.0.0.1", IdleAgents.ExporterPort);
        using var stream = client.GetStream();
        stream.Write("GET /metrics HTTP/1.0\r\n\r\n"u8);
        using var reader = new StreamReader(stream, Encoding.UTF8);
        var answer = reader.ReadToEnd();
        return answer.Contains("node_network_info", StringComparison.Ordinal)
            ? answer
            : throw new BenchException($"the node exporter answered without its metrics:\n{answer}");
    }
}
