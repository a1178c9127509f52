using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>The evidence of one host on one day.</summary>
internal static class HostsDayVerb
{
    public static Verb Create(CliContext context)
    {
        var host = new Argument<string>("HOST") { Description = "The name that it had on that day, or its id" };
        var day = new Argument<string>("DAY") { Description = "2026-11-14" };
        var zone = new Option<string>("--zone") { HelpName = "NAME", Description = "The time zone of the day [default: UTC]" };
        var verb = new Verb(VerbGroup.Fleet, "day", "One host on one day: verdicts, events, measurements, required revisions")
        {
            Examples = [("iwtune fleet hosts day web-1 2026-11-14 --zone Europe/Berlin", "what an auditor asks about one host")],
        };
        verb.Add(host);
        verb.Add(day);
        verb.Add(zone);
        verb.Shows(
            context,
            parsed =>
                $"{FleetPaths.ComplianceHostDay(parsed.GetRequiredValue(host))}?day={Uri.EscapeDataString(parsed.GetRequiredValue(day))}"
                + (parsed.GetValue(zone) is { } named ? $"&zone={Uri.EscapeDataString(named)}" : ""),
            () => ComplianceJson.Default.HostDay,
            found => Print(context.Terminal, found),
            host
        );
        return verb;
    }

    private static void Print(Terminal terminal, HostDay found)
    {
        terminal.Say($"{found.Name} from {FleetText.Time(found.From)} to {FleetText.Time(found.To)}. {FleetText.Sentence(found.Complete)}");
        if (found.Beginning is null && found.Changes.Count == 0)
            terminal.Out.WriteLine("No verdict of this day is recorded.");
        else
            Verdicts(terminal, found);
        if (found.Events.Count > 0)
        {
            terminal.Out.WriteLine();
            var events = new Table(("WHEN", Align.Left), ("EVENT", Align.Left), ("TEXT", Align.Left));
            foreach (var one in found.Events)
                events.Add(FleetText.Time(one.At), one.Kind, one.Text);
            events.Write(terminal);
        }
        if (found.Measurements.Count > 0)
        {
            terminal.Out.WriteLine();
            var measured = new Table(("WHEN", Align.Left), ("TARGET", Align.Left), ("METHOD", Align.Left), ("WINDOW", Align.Right));
            foreach (var one in found.Measurements)
                measured.Add(FleetText.Time(one.At), one.TargetId, EvidenceWords.Of(one.Method), FleetText.Number(one.EffectiveSegments));
            measured.Write(terminal);
        }
        foreach (var one in found.Revisions)
        {
            terminal.Out.WriteLine();
            terminal.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{one.Policy} revision {one.Revision}:"));
            terminal.Out.Write(one.Document);
        }
    }

    private static void Verdicts(Terminal terminal, HostDay found)
    {
        var table = new Table(
            ("SINCE", Align.Left),
            ("VERDICT", Align.Left),
            ("REQUIRED", Align.Left),
            ("FAILS", Align.Left),
            ("REASON", Align.Left)
        );
        if (found.Beginning is { } before)
            table.Add(
                "before",
                FleetText.Of(before.Verdict),
                Required(before.Policy, before.Revision),
                string.Join(",", ControlResults.Failed(before.Controls)),
                before.Reason
            );
        foreach (var change in found.Changes)
            table.Add(
                FleetText.Time(change.At),
                FleetText.Of(change.Verdict),
                Required(change.Policy, change.Revision),
                string.Join(",", ControlResults.Failed(change.Controls)),
                change.Late ? $"{change.Reason} (reported later)" : change.Reason
            );
        table.Write(terminal);
    }

    private static string Required(string? policy, int? revision) =>
        policy is null ? "nothing" : string.Create(CultureInfo.InvariantCulture, $"{policy} r{revision}");
}
