using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>Sets a legal hold.</summary>
internal static class LegalHoldVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Option<string>("--name")
        {
            HelpName = "TEXT",
            Description = "Name of the hold, such as a case number",
            Required = true,
        };
        var selector = new Option<string>("--selector")
        {
            HelpName = "SELECTOR",
            Description = "Its hosts, those that left the fleet included; '*' for all",
            Required = true,
        };
        var from = MomentOption.Create("--from", "Keep records from this time on, such as 2026-01-01T00:00Z");
        from.Required = true;
        var until = MomentOption.Create("--until", "Keep records up to this time [default: no end]");
        var reason = new Option<string>("--reason")
        {
            HelpName = "TEXT",
            Description = "Why; the audit log keeps it",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, "hold", "Suspend deletion for hosts and a time until it is lifted");
        foreach (var option in (Option[])[name, selector, from, until, reason, JsonOption.Option])
            verb.Add(option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new LegalHoldRequest(
                    parsed.GetRequiredValue(name),
                    parsed.GetRequiredValue(selector),
                    parsed.GetValue(from)!.Value,
                    parsed.GetRequiredValue(reason),
                    parsed.GetValue(until)
                );
                var made = await fleet.PostAsync(
                    FleetPaths.LegalHolds,
                    request,
                    RetentionJson.Default.LegalHoldRequest,
                    RetentionJson.Default.LegalHold,
                    ct
                );
                return context.Answer(
                    parsed,
                    made,
                    RetentionJson.Default.LegalHold,
                    $"Nothing of {made.Hosts} {(made.Hosts == 1 ? "host" : "hosts")} from {FleetText.Time(made.From)} on is "
                        + $"deleted. 'iwtune fleet retention lift {made.Id} --reason …' lifts it."
                );
            }
        );
        return verb;
    }
}
