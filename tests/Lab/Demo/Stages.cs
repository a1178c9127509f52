using IwTune.Lab.Pages;

namespace IwTune.Lab.Demo;

/// <summary>The stages of the demonstration, in order. Each states its expected result; the first failure ends it.</summary>
internal sealed class Stages(Site site, IReadOnlyList<FetchServer> servers, CancellationToken ct)
{
    public const int FetchPort = 8080;
    private static readonly TimeSpan OneWay = TimeSpan.FromMilliseconds(50);

    public static async Task<bool> RunAsync(string folder, bool keep, CancellationToken ct)
    {
        Screen.Heading("Two hosts, a router, and a client 100 ms away, in network namespaces of their own");
        using var site = Site.Build(OneWay, "host1", "host2");
        var servers = site.Hosts.Select(host => FetchServer.Listen(host.Space, FetchPort)).ToList();
        // The first fetch compiles the code that measures the others.
        foreach (var host in site.Hosts)
            FetchClient.Fetch(site.Client, new(host.Address, FetchPort), 1, 1);
        var before = site.Hosts.Select(host => RouteImage.Of(host.Space)).ToList();
        var stages = new Stages(site, servers, ct);
        stages.Measure([], 10, 1);

        Screen.Heading("The server, and an agent on each host");
        using var fleet = await Fleet.StartAsync(site, folder);
        fleet.Enrol();

        Screen.Heading("Revision 1: three segments, as RFC 3390 had it");
        fleet.Push(Document(3), "what 2002 allowed");
        await fleet.ProvedAsync(1, 3, ct);
        stages.Measure(fleet.Agents, 3, 3);

        Screen.Heading("Revision 2: ten segments, as RFC 6928 has it");
        fleet.Push(Document(10), "what 2013 allows");
        await fleet.ProvedAsync(2, 10, ct);
        stages.Measure(fleet.Agents, 10, 1);

        Screen.Heading("Roll-back: revision 3 with the content of revision 1");
        fleet.Admin("fleet", "policies", "rollback", "edge", "--to", "1", "--reason", "show that it can be undone");
        await fleet.ProvedAsync(3, 3, ct);
        stages.Measure(fleet.Agents, 3, 3);
        if (keep)
            await Kept.UntilStoppedAsync(site, fleet, ct);

        Screen.Heading("Leaving the fleet: every route as it was");
        await fleet.UnenrolAsync();
        stages.Compare(before);
        stages.Measure([], 10, 1);
        foreach (var server in servers)
            server.Dispose();
        Screen.Heading("Everything shown was measured just now; nothing of this machine was touched.");
        return true;
    }

    private static string Document(int initCwnd) =>
        $$"""
            policy: edge
            window: { initcwnd: {{initCwnd}} }
            scopes: [default]
            confirm: 1m

            """;

    private void Measure(IReadOnlyList<AgentProcess> agents, int segments, int rounds)
    {
        var measured = site
            .Hosts.Select(
                (host, index) =>
                {
                    ct.ThrowIfCancellationRequested();
                    return Measurement.Take(site, host, servers[index], agents.Count == 0 ? null : agents[index].Status());
                }
            )
            .ToList();
        Screen.Output(Columns.Align([Measurement.Heading, .. measured.Select(one => one.Row)], numbersRight: true));
        foreach (var one in measured)
        {
            if (one.Effective != segments)
                throw new LabException($"{one.Host} starts with {one.Effective} segments, expected {segments}");
            if (one.Predicted.Rounds != rounds)
                throw new LabException($"the model says {one.Predicted.Rounds} rounds for {one.Host}, expected {rounds}");
            if (!one.AsPredicted)
                throw new LabException(
                    $"{one.Host} took {one.Fetch.TotalMilliseconds:0.0} ms, the model says {one.Predicted.Fetch.TotalMilliseconds:0.0} "
                        + $"ms at {one.Rtt.TotalMilliseconds:0.0} ms RTT"
                );
        }
        Screen.Good(
            $"{segments} segments on a fresh connection; {Measurement.Bytes:#,##0} bytes in {rounds} round "
                + $"trip{(rounds == 1 ? "" : "s")}, as the model says"
        );
    }

    private void Compare(IReadOnlyList<RouteImage> before)
    {
        foreach (var (host, old) in site.Hosts.Zip(before))
        {
            var now = RouteImage.Of(host.Space);
            if (now != old)
                throw new LabException($"the routes of {host.Name} differ.\nbefore:\n{old.Text}{old.Bytes}\nnow:\n{now.Text}{now.Bytes}");
            Screen.Good($"{host.Name}: {old.Bytes.Split('\n').Length} routes, byte for byte as before");
        }
    }
}
