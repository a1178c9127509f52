using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>The hosts of a rollout, with the progress of each.</summary>
internal static class RolloutsHostsVerb
{
    private const int PageSize = 500;

    public static Verb Create(CliContext context)
    {
        var id = RolloutChoice.Argument();
        var ring = new Option<int?>("--ring") { Description = "Only of this ring, from 1", HelpName = "N" };
        var state = new Option<RolloutHostState?>("--only")
        {
            Description = "Only hosts in this state: waiting, admitted (in flight), applied, failed, unreachable or left",
            HelpName = "STATE",
        };
        var verb = new Verb(VerbGroup.Fleet, "hosts", "The hosts of a rollout: ring, how far each is, and why")
        {
            Examples = [("iwtune fleet rollouts hosts edge --only failed", "what went wrong, where")],
        };
        verb.Add(id);
        verb.Add(ring);
        verb.Add(state);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var of = await RolloutChoice.IdAsync(fleet, parsed.GetRequiredValue(id), ct);
                var page = await AllAsync(
                    fleet,
                    $"{FleetPaths.RolloutHosts(of)}?limit={PageSize}{Term("ring", parsed.GetValue(ring)?.ToString())}"
                        + $"{Term("state", parsed.GetValue(state)?.ToString())}",
                    ct
                );
                return context.Answer(parsed, page, RolloutJson.Default.RolloutHostPage, () => Print(context.Terminal, page.Hosts));
            }
        );
        return verb;
    }

    private static async Task<RolloutHostPage> AllAsync(FleetConnection fleet, string path, CancellationToken ct)
    {
        var hosts = new List<RolloutHost>();
        RolloutHostPage page;
        var after = "";
        do
        {
            page = await fleet.GetAsync($"{path}&after={Uri.EscapeDataString(after)}", RolloutJson.Default.RolloutHostPage, ct);
            hosts.AddRange(page.Hosts);
            after = page.Next ?? "";
        } while (after.Length > 0);
        return new(hosts, null, page.Matched);
    }

    private static string Term(string key, string? value) => value is null ? "" : $"&{key}={Uri.EscapeDataString(value)}";

    private static void Print(Terminal terminal, IReadOnlyList<RolloutHost> hosts)
    {
        var table = new Table(
            ("HOST", Align.Left),
            ("RING", Align.Right),
            ("STATE", Align.Left),
            ("ADMITTED", Align.Left),
            ("SETTLED", Align.Left),
            ("WHY", Align.Left)
        );
        foreach (var host in hosts)
        {
            table.Add(
                host.Name,
                FleetText.Number(host.Ring),
                new Cell(RolloutWords.Of(host.State), RolloutText.Of(host.State).Ink),
                host.Admitted is { } admitted ? FleetText.Time(admitted) : new Cell("-", Ink.Quiet),
                host.Settled is { } settled ? FleetText.Time(settled) : new Cell("-", Ink.Quiet),
                host.Reason
            );
        }
        table.Write(terminal);
        terminal.Error.WriteLine(hosts.Count == 0 ? "No host of the rollout matches." : $"{RolloutText.Hosts(hosts.Count)}.");
    }
}
