using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Compliance;

/// <summary>A fleet's compliance as people read it.</summary>
internal static class ComplianceText
{
    private static string NoHosts(FleetCompliance found) =>
        found.FirstEnrolled switch
        {
            null => "No host has enrolled yet.",
            { } first when first > found.AsOf =>
                $"No host had enrolled by then. The first one enrolled at {FleetText.Time(first)}: --as-of {ComplianceOptions.Text(first)} "
                    + "is the earliest instant with a host.",
            _ => "No host was a member then.",
        };

    public static void Print(Terminal terminal, FleetCompliance found, bool every)
    {
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"As of {FleetText.Time(found.AsOf)}: {found.Matched} of {Counted.Of(found.Fleet, "host")}. "
                    + $"{FleetText.Sentence(found.Watermark.Sentence)}"
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
        if (found.WithoutPolicy > 0)
            terminal.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Compliant hosts without a policy: {found.WithoutPolicy}"));
        if (found.Because.Count > 0)
            Reasons(terminal, found);
        if (found.Groups.Count > 1)
            Groups(terminal, found);
        if (found.Controls.Any(control => control.Hosts.Count > 0))
            Controls(terminal, found);
        if (every)
            Hosts(terminal, found);
    }

    private static void Reasons(Terminal terminal, FleetCompliance found)
    {
        terminal.Out.WriteLine();
        var reasons = new Table(("VERDICT", Align.Left), ("HOSTS", Align.Right), ("SINCE", Align.Left), ("REASON", Align.Left));
        foreach (var reason in found.Because)
            reasons.Add(
                FleetText.Of(reason.Verdict),
                reason.Hosts.ToString(CultureInfo.InvariantCulture),
                FleetText.Time(reason.Since),
                reason.Reason
            );
        reasons.Write(terminal);
    }

    private static void Groups(Terminal terminal, FleetCompliance found)
    {
        terminal.Out.WriteLine();
        var groups = new Table(
            (found.By.ToUpperInvariant(), Align.Left),
            ("HOSTS", Align.Right),
            ("COMPLIANT", Align.Right),
            ("NOTE", Align.Left)
        );
        foreach (var group in found.Groups)
            groups.Add(
                group.Name.Length > 0 ? group.Name : "-",
                group.Hosts.ToString(CultureInfo.InvariantCulture),
                group.Share(found.By) ?? "-",
                group.Note("0")
            );
        groups.Write(terminal);
    }

    private static void Controls(Terminal terminal, FleetCompliance found)
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
                .. ControlWords.All.Select(words => control.Hosts.GetValueOrDefault(words.Result).ToString(CultureInfo.InvariantCulture)),
            ]);
        controls.Write(terminal);
    }

    private static void Hosts(Terminal terminal, FleetCompliance found)
    {
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
