using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Compliance;

/// <summary>Whether the fleet complies with its requirements, now or as of any past instant.</summary>
internal static class ComplianceVerb
{
    private const int PageSize = 500;

    public static Verb Create(CliContext context)
    {
        var query = ComplianceOptions.Query();
        var asOf = MomentOption.Create("--as-of", "As of a past instant: 2026-11-14T09:30Z [default: now]");
        var known = ComplianceOptions.KnownAt();
        var by = new Option<string>("--by")
        {
            Description = "What to group by: policy, os, or a label's key [default: policy]",
            HelpName = "WHAT",
        };
        var hosts = new Option<bool>("--hosts") { Description = "List every host, too" };
        var verb = new Verb(VerbGroup.Fleet, "compliance", "Hosts by verdict, with reasons, now or as of any past instant")
        {
            Details =
                "Exits 0 when every host is compliant or was repaired, 2 when any is not. Hosts that cannot do what is required, or "
                + "have an exception, "
                + "are listed and do not cause exit code 2.",
            Examples =
            [
                ("iwtune fleet compliance -q site:fra", "one site"),
                ("iwtune fleet compliance --as-of 2026-11-14T09:30Z --hosts", "what was the case then"),
                (
                    "iwtune fleet compliance --as-of 2026-11-14T09:30Z --known-at 2026-11-14T09:30Z",
                    "the same without what was learned later"
                ),
            ],
        };
        verb.Add(query);
        verb.Add(asOf);
        verb.Add(known);
        verb.Add(by);
        verb.Add(hosts);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            (fleet, parsed, ct) =>
            {
                var instant = parsed.GetValue(asOf);
                return RunAsync(
                    fleet,
                    context.Terminal,
                    Path(parsed.GetValue(query), instant, parsed.GetValue(known), parsed.GetValue(by)),
                    parsed.GetValue(hosts),
                    parsed.WantsJson(),
                    ct
                );
            }
        );
        return verb;
    }

    private static string Path(string? query, DateTimeOffset? asOf, DateTimeOffset? known, string? by) =>
        $"{FleetPaths.Compliance}?q={Uri.EscapeDataString(query ?? "")}&by={Uri.EscapeDataString(by ?? "")}"
        + (asOf is { } at ? $"&asOf={ComplianceOptions.Text(at)}" : "")
        + (known is { } then ? $"&known={ComplianceOptions.Text(then)}" : "");

    private static async Task<int> RunAsync(
        FleetConnection fleet,
        Terminal terminal,
        string path,
        bool every,
        bool json,
        CancellationToken ct
    )
    {
        var found = await fleet.GetAsync($"{path}&limit={(every || json ? PageSize : 1)}", ComplianceJson.Default.FleetCompliance, ct);
        if (every || json)
            found = await WholeAsync(fleet, path, found, ct);
        if (json)
            FleetJson.Write(terminal.Out, found, ComplianceJson.Default.FleetCompliance);
        else
            ComplianceText.Print(terminal, found, every);
        return found.States.Any(state => state.Value > 0 && Blemish(state.Key)) ? ExitCode.Differs : ExitCode.Fine;
    }

    /// <summary>All pages as one; later ones are requested for the same instant.</summary>
    private static async Task<FleetCompliance> WholeAsync(FleetConnection fleet, string path, FleetCompliance first, CancellationToken ct)
    {
        var hosts = first.Hosts.ToList();
        var again = path.Contains("&asOf=", StringComparison.Ordinal) ? path : $"{path}&asOf={ComplianceOptions.Text(first.AsOf)}";
        for (var next = first.Next; next is not null; )
        {
            var page = await fleet.GetAsync(
                $"{again}&limit={PageSize}&after={Uri.EscapeDataString(next)}",
                ComplianceJson.Default.FleetCompliance,
                ct
            );
            hosts.AddRange(page.Hosts);
            next = page.Next;
        }
        return first with { Hosts = hosts, Next = null };
    }

    private static bool Blemish(Verdict verdict) =>
        verdict is not (Verdict.Compliant or Verdict.Repaired or Verdict.Unsupported or Verdict.Excepted);
}
