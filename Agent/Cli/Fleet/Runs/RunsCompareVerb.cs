using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>What changed between two runs.</summary>
internal static class RunsCompareVerb
{
    public static Verb Create(CliContext context)
    {
        var from = new Argument<string>("FROM") { Description = "The earlier run" };
        var to = new Argument<string>("TO") { Description = "The later run" };
        var limit = new Option<int?>("--limit") { Description = "Hosts at most [default: 500]", HelpName = "N" };
        var verb = new Verb(VerbGroup.Fleet, "compare", "What changed between two compliance runs: verdicts, controls, hosts");
        verb.Add(from);
        verb.Add(to);
        verb.Add(limit);
        verb.Shows(
            context,
            parsed =>
                RunPaths.RunComparison(parsed.GetRequiredValue(from), parsed.GetRequiredValue(to))
                + (parsed.GetValue(limit) is { } most ? string.Create(CultureInfo.InvariantCulture, $"?limit={most}") : ""),
            () => ComplianceJson.Default.RunComparison,
            found => Print(context.Terminal, found)
        );
        return verb;
    }

    private static void Print(Terminal terminal, RunComparison found)
    {
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"From {FleetText.Time(found.From.AsOf!.Value)} to {FleetText.Time(found.To.AsOf!.Value)}: "
                    + $"{Counted.Of(found.Different, "host")} {(found.Different == 1 ? "differs" : "differ")}, {found.Same} "
                    + $"{(found.Same == 1 ? "is" : "are")} the same."
            )
        );
        var counts = new Table(("", Align.Left), ("EARLIER", Align.Right), ("LATER", Align.Right));
        foreach (var one in found.Verdicts)
            counts.Add(FleetText.Of(one.Verdict), RunText.Number(one.From), RunText.Number(one.To));
        if (found.WithoutPolicy is { } without && without != new CountShift(0, 0))
            counts.Add("compliant without a policy", RunText.Number(without.From), RunText.Number(without.To));
        foreach (var one in found.Controls)
            counts.Add($"fails {one.Control}", RunText.Number(one.From), RunText.Number(one.To));
        counts.Write(terminal);
        if (found.Hosts.Count == 0)
            return;
        terminal.Out.WriteLine();
        var hosts = new Table(("HOST", Align.Left), ("EARLIER", Align.Left), ("LATER", Align.Left), ("REASON", Align.Left));
        foreach (var one in found.Hosts)
            hosts.Add(one.Name, Standing(one.From, "not a member"), Standing(one.To, "left"), (one.To ?? one.From)!.Reason);
        hosts.Write(terminal);
        if (found.Hosts.Count < found.Different)
            terminal.Out.WriteLine($"{RunText.Number(found.Different - found.Hosts.Count)} more; --limit shows them.");
    }

    private static string Standing(ComparedHost? host, string absent) =>
        host is null
            ? absent
            : host.Verdict
                + (host.Policy is null ? "" : string.Create(CultureInfo.InvariantCulture, $" {host.Policy} r{host.Revision}"))
                + (host.Fails.Count == 0 ? "" : $" fails {string.Join(",", host.Fails)}");
}
