using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>The fleet's hosts as a table.</summary>
internal static class HostsVerb
{
    private const int PageSize = 500;

    public static Verb Create(CliContext context)
    {
        var filter = new Option<string>("--query", "-q", "--filter")
        {
            Description =
                "Only hosts that match, as in the console: 'os:linux kernel:>=5.15 site:fra,ams -role:db verdict:drifted', part of a name",
            HelpName = "TEXT",
        };
        var verb = new Verb(VerbGroup.Fleet, "hosts", "Every host: verdict, policy, configured and effective window")
        {
            Examples =
            [
                ("iwtune fleet hosts -q 'role:edge -verdict:compliant'", "some of them"),
                ("iwtune fleet hosts -q differs:effective", "those where a fresh connection had another window than required"),
            ],
        };
        verb.Add(filter);
        verb.Add(JsonOption.Option);
        verb.Runs(context, (fleet, parsed, ct) => RunAsync(fleet, context, parsed.GetValue(filter) ?? "", parsed.WantsJson(), ct));
        return verb;
    }

    private static async Task<int> RunAsync(FleetConnection fleet, CliContext context, string filter, bool json, CancellationToken ct)
    {
        var hosts = new List<HostSummary>();
        HostPage page;
        var after = "";
        do
        {
            page = await fleet.GetAsync(
                $"{FleetPaths.Hosts}?q={Uri.EscapeDataString(filter)}&after={Uri.EscapeDataString(after)}&limit={PageSize}",
                HostsJson.Default.HostPage,
                ct
            );
            hosts.AddRange(page.Hosts);
            after = page.Next ?? "";
        } while (after.Length > 0);
        if (json)
        {
            FleetJson.Write(context.Terminal.Out, new HostPage(hosts, null, page.Matched, page.Total), HostsJson.Default.HostPage);
            return ExitCode.Fine;
        }
        Print(context.Terminal, hosts, context.Time.GetUtcNow());
        context.Terminal.Error.WriteLine(filter.Length == 0 ? Hosts(page.Total) : $"{page.Matched} of {Hosts(page.Total)}");
        return ExitCode.Fine;
    }

    private static string Hosts(int count) => count == 1 ? "1 host." : $"{count} hosts.";

    private static void Print(Terminal terminal, List<HostSummary> hosts, DateTimeOffset now)
    {
        var table = new Table(
            ("HOST", Align.Left),
            ("VERDICT", Align.Left),
            ("POLICY", Align.Left),
            ("CONFIGURED", Align.Right),
            ("EFFECTIVE", Align.Right),
            ("RTT", Align.Right),
            ("MSS", Align.Right),
            ("LAST SEEN", Align.Left),
            ("LABELS", Align.Left)
        );
        foreach (var host in hosts)
        {
            table.Add(
                host.Name,
                FleetText.Of(host.Verdict),
                FleetText.Policy(host),
                FleetText.Number(host.ConfiguredCwnd),
                // What was measured may have changed since the host fell silent.
                host.Verdict == Verdict.Stale
                    ? new Cell("?", Ink.Quiet)
                    : FleetText.Number(host.EffectiveSegments),
                host.RttMicroseconds is { } rtt
                    ? string.Create(CultureInfo.InvariantCulture, $"{rtt / 1000.0:0.0} ms")
                    : new Cell("-", Ink.Quiet),
                FleetText.Number(host.Mss),
                host.LastSeen is { } seen ? $"{Age.Of(now - seen)} ago" : new Cell("never", Ink.Quiet),
                string.Join(' ', host.Labels.Select(label => $"{label.Key}:{label.Value}"))
            );
        }
        table.Write(terminal);
    }
}
