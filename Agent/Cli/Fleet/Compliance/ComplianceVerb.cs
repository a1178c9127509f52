using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Wire;

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
        var hosts = new Option<bool>("--hosts") { Description = "Also every host" };
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
            Print(terminal, found, every);
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

    private static string NoHosts(FleetCompliance found) =>
        found.FirstEnrolled switch
        {
            null => "No host has enrolled yet.",
            { } first when first > found.AsOf =>
                $"No host had enrolled by then. The first one enrolled at {FleetText.Time(first)}: --as-of {ComplianceOptions.Text(first)} "
                    + "is the earliest instant with a host.",
            _ => "No host was a member then.",
        };

    private static void Print(Terminal terminal, FleetCompliance found, bool every)
    {
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"As of {FleetText.Time(found.AsOf)}: {found.Matched} of {found.Fleet} hosts. {found.Watermark.Sentence}"
            ),
            hanging: 2
        );
        if (found.Known is { } known)
            terminal.Say($"As known at {FleetText.Time(known)}.", hanging: 2);
        if (found.Corrected > 0)
            terminal.Say($"Without later reports: --known-at {ComplianceOptions.Text(found.AsOf)}", hanging: 2);
        if (found.Fleet == 0)
        {
            terminal.Say(NoHosts(found), hanging: 2);
            return;
        }
        var states = new Table(("VERDICT", Align.Left), ("HOSTS", Align.Right));
        foreach (
            var (verdict, hosts) in found
                .States.Where(state => state.Value > 0)
                .OrderByDescending(state => state.Value)
                .ThenBy(state => state.Key)
        )
            states.Add(FleetText.Of(verdict), hosts.ToString(CultureInfo.InvariantCulture));
        states.Write(terminal);
        if (found.Because.Count > 0)
        {
            terminal.Out.WriteLine();
            var because = new Table(("BECAUSE", Align.Left), ("HOSTS", Align.Right), ("SINCE", Align.Left), ("REASON", Align.Left));
            foreach (var reason in found.Because)
                because.Add(
                    FleetText.Of(reason.Verdict),
                    reason.Hosts.ToString(CultureInfo.InvariantCulture),
                    FleetText.Time(reason.Since),
                    reason.Reason
                );
            because.Write(terminal);
        }
        if (found.Controls.Any(control => control.Hosts.Count > 0))
        {
            terminal.Out.WriteLine();
            var controls = new Table([
                ("CONTROL", Align.Left),
                ("TITLE", Align.Left),
                .. ControlWords.All.Select(words => (words.Word.ToUpperInvariant(), Align.Right)),
            ]);
            foreach (var control in found.Controls)
                controls.Add([
                    control.Id,
                    control.Title,
                    .. ControlWords.All.Select(words =>
                        control.Hosts.GetValueOrDefault(words.Result).ToString(CultureInfo.InvariantCulture)
                    ),
                ]);
            controls.Write(terminal);
        }
        if (!every)
            return;
        terminal.Out.WriteLine();
        var rows = new Table(
            ("HOST", Align.Left),
            ("VERDICT", Align.Left),
            ("SINCE", Align.Left),
            ("POLICY", Align.Left),
            ("REASON", Align.Left)
        );
        foreach (var host in found.Hosts)
            rows.Add(
                host.Name,
                FleetText.Of(host.Verdict),
                FleetText.Time(host.Since),
                host.Policy is null ? "-" : $"{host.Policy} r{host.Revision}",
                host.Reason
            );
        rows.Write(terminal);
    }
}
